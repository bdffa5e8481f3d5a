// 한글 is fine here
string s = "한";
	float 한 = 1; float b = ;
