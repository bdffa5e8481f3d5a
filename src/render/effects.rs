//! The effects of `shaders_hlsl/`, compiled at build time, one module each; and proof that what `anim` fills
//! is what they read.

use std::mem::{offset_of, size_of};

use crate::anim;

#[expect(unreachable_pub, reason = "effectc writes modules for any place in a crate")]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/effects.rs"));
}

pub(super) use generated::{animation_demo, ground, render_demo, sky, tween_demo};

macro_rules! same_layout {
    ($ours:ty, $theirs:ty, [$($field:ident),*]) => {
        const _: () = {
            assert!(size_of::<$ours>() == size_of::<$theirs>());
            $(assert!(offset_of!($ours, $field) == offset_of!($theirs, $field));)*
        };
    };
}

same_layout!(
    anim::KeyframeDesc,
    animation_demo::KeyframeDesc,
    [anim_index, curr_frame, next_frame, ratio, sum_time, speed, padding]
);
same_layout!(
    anim::KeyframeDesc,
    tween_demo::KeyframeDesc,
    [anim_index, curr_frame, next_frame, ratio, sum_time, speed, padding]
);
same_layout!(
    anim::TweenFrameDesc,
    tween_demo::TweenFrameDesc,
    [tween_duration, tween_ratio, tween_sum_time, padding, curr, next]
);

// The renderer fills these once, with the types of one effect, for all that have them.
same_layout!(animation_demo::GlobalBuffer, tween_demo::GlobalBuffer, [v, p, vp, v_inv]);
same_layout!(render_demo::GlobalBuffer, tween_demo::GlobalBuffer, [v, p, vp, v_inv]);
same_layout!(ground::GlobalBuffer, tween_demo::GlobalBuffer, [v, p, vp, v_inv]);
same_layout!(
    animation_demo::LightDesc,
    tween_demo::LightDesc,
    [ambient, diffuse, specular, emissive, direction]
);
same_layout!(
    ground::LightDesc,
    tween_demo::LightDesc,
    [ambient, diffuse, specular, emissive, direction]
);
same_layout!(
    render_demo::LightDesc,
    tween_demo::LightDesc,
    [ambient, diffuse, specular, emissive, direction]
);
same_layout!(
    render_demo::MaterialDesc,
    tween_demo::MaterialDesc,
    [ambient, diffuse, specular, emissive]
);
same_layout!(
    anim::TweenFrameDesc,
    render_demo::TweenFrameDesc,
    [tween_duration, tween_ratio, tween_sum_time, padding, curr, next]
);
same_layout!(
    animation_demo::MaterialDesc,
    tween_demo::MaterialDesc,
    [ambient, diffuse, specular, emissive]
);
same_layout!(sky::GlobalBuffer, tween_demo::GlobalBuffer, [v, p, vp, v_inv]);
same_layout!(
    sky::LightDesc,
    tween_demo::LightDesc,
    [ambient, diffuse, specular, emissive, direction]
);
same_layout!(
    animation_demo::SceneBuffer,
    tween_demo::SceneBuffer,
    [shadow_vp, shadow_map_size, shadow_texel, sky_horizon, sky_zenith, sky_glow, sky_ground]
);
same_layout!(
    ground::SceneBuffer,
    tween_demo::SceneBuffer,
    [shadow_vp, shadow_map_size, shadow_texel, sky_horizon, sky_zenith, sky_glow, sky_ground]
);
same_layout!(
    render_demo::SceneBuffer,
    tween_demo::SceneBuffer,
    [shadow_vp, shadow_map_size, shadow_texel, sky_horizon, sky_zenith, sky_glow, sky_ground]
);
same_layout!(
    sky::SceneBuffer,
    tween_demo::SceneBuffer,
    [shadow_vp, shadow_map_size, shadow_texel, sky_horizon, sky_zenith, sky_glow, sky_ground]
);
