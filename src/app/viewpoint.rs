//! Where and when a picture is taken, as the command line says it.

use std::str::FromStr;

use clap::Args;
use nalgebra::{Point3, Vector3};

/// Steepest look down or up that can be asked for, degrees.
const MAX_PITCH_DEG: f32 = 89.0;
/// Range of the zoom.
const ZOOM_RANGE: (f32, f32) = (0.1, 100.0);

/// Where and when a picture is taken. What is left out is as without all of them: all of the model, from the front, a
/// little from its right and above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Args)]
pub struct ViewpointArgs {
    /// Degrees that the camera stands around the model: 0 in front of it, 90 at its left, -90 at its right
    #[arg(long, value_name = "DEG", allow_negative_numbers = true, value_parser = parse_yaw_deg)]
    pub yaw: Option<f32>,
    /// Degrees that the camera looks down on the model, -89 to 89; below 0 it looks up
    #[arg(long, value_name = "DEG", allow_negative_numbers = true, value_parser = parse_pitch_deg)]
    pub pitch: Option<f32>,
    /// How many times nearer the camera is than where it sees all of the model, 0.1 to 100
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = parse_zoom)]
    pub zoom: Option<f32>,
    /// Point that the camera looks at, metres to the model's left, up and to its front [default: the model's middle]
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub target: Option<TargetM>,
    /// Moment that is shown, seconds from the start; with --frames, the moment of the first
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = parse_time_s)]
    pub time: Option<f64>,
}

/// A point, in metres to the model's left, up and to its front: the axes of a glTF file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetM(pub [f32; 3]);

impl TargetM {
    /// The point in the axes of the program, in which a model looks along -Z.
    #[must_use]
    pub fn in_world(self) -> Point3<f32> {
        let [left, up, front] = self.0;
        Point3::from(Vector3::new(left, up, -front))
    }
}

impl FromStr for TargetM {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(',').map(|part| part.trim().parse::<f32>().ok());
        let mut part = || parts.next().flatten().filter(|it| it.is_finite() && it.abs() <= 1e6);
        match (part(), part(), part(), parts.next()) {
            (Some(x), Some(y), Some(z), None) => Ok(Self([x, y, z])),
            _ => Err("expected three numbers of metres, such as 0,1.6,0".to_owned()),
        }
    }
}

/// A number within a range, which the message names.
fn parse_within(text: &str, (low, high): (f32, f32), what: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if (low..=high).contains(&value) => Ok(value),
        _ => Err(format!("expected {what} from {low} to {high}")),
    }
}

fn parse_yaw_deg(text: &str) -> Result<f32, String> {
    parse_within(text, (-3600.0, 3600.0), "degrees")
}

fn parse_pitch_deg(text: &str) -> Result<f32, String> {
    parse_within(text, (-MAX_PITCH_DEG, MAX_PITCH_DEG), "degrees")
}

fn parse_zoom(text: &str) -> Result<f32, String> {
    parse_within(text, ZOOM_RANGE, "a factor")
}

fn parse_time_s(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(time_s) if (0.0..=3600.0).contains(&time_s) => Ok(time_s),
        _ => Err("expected seconds from 0 to 3600, such as 0.4".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_three_finite_numbers() {
        let target: TargetM = "0.5, 1.6,-0.25".parse().unwrap();
        assert_eq!(target, TargetM([0.5, 1.6, -0.25]));
        assert_eq!(target.in_world(), Point3::new(0.5, 1.6, 0.25));
        for wrong in ["", "1,2", "1,2,3,4", "1,2,x", "1,2,nan", "1,inf,3", "1;2;3", "1e9,0,0"] {
            assert!(wrong.parse::<TargetM>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_refused_with_the_range() {
        assert_eq!(parse_pitch_deg("-89"), Ok(-89.0));
        assert_eq!(parse_pitch_deg("90"), Err("expected degrees from -89 to 89".to_owned()));
        assert_eq!(parse_zoom("0"), Err("expected a factor from 0.1 to 100".to_owned()));
        assert_eq!(parse_yaw_deg("-720"), Ok(-720.0));
        assert!(parse_yaw_deg("nan").is_err() && parse_yaw_deg("front").is_err());
        assert_eq!(parse_time_s("0.5"), Ok(0.5));
        assert!(parse_time_s("-1").is_err() && parse_time_s("inf").is_err());
    }
}
