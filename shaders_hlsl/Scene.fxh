// What a whole scene has once: its shadow and its sky. One buffer for both: lavapipe of Mesa 22.3 takes no more than seven
// dynamic uniform buffers in a set, though it says eight.
#ifndef SCENE_FXH
#define SCENE_FXH

cbuffer SceneBuffer
{
    matrix ShadowVP;     // clip space of the light from world space; orthographic, so w is 1
    float ShadowMapSize; // texels along a side
    float ShadowTexel;   // metres along the side of a texel; 0 without a map
    float2 ScenePadding;
    float4 SkyHorizon; // where the ground ends, and below
    float4 SkyZenith;  // straight up
    float4 SkyGlow;    // added around where the light comes from
    float4 SkyGround;  // what mirrors show below the horizon
};

#endif
