vector<float, 5> a;
matrix<float, 3> b;
vector<4, float> c;
float4x4 ok;
