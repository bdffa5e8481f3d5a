//! A device for tests: validated, and strict about what is left behind.

use std::ops::Deref;
use std::sync::Arc;

use sinew::gpu::{Device, DeviceDesc, Validation, ValidationMessages};

/// An open GPU with core and synchronization validation. `scripts/test.sh` points the loader at
/// lavapipe; a machine without any GPU fails the test.
#[must_use = "end the test with `close`, or nothing is checked"]
pub(crate) struct TestDevice {
    device: Arc<Device>,
    messages: Arc<ValidationMessages>,
}

impl TestDevice {
    pub(crate) fn new() -> Self {
        let device = Device::new(&DeviceDesc {
            app_name: "sinew tests".to_owned(),
            validation: Validation::On,
            ..DeviceDesc::default()
        })
        .expect("scripts/setup.sh --tests installs lavapipe and the validation layer");
        let messages = device.validation_messages();
        Self { device, messages }
    }

    /// Destroys the device; nothing made on it may be left, and the layer must have been silent
    /// throughout, destruction included.
    pub(crate) fn close(self) {
        let messages = self.close_with_messages();
        assert!(messages.is_empty(), "the validation layer said: {messages:#?}");
    }

    /// Like `close`, for tests that provoke the layer: gives what it said.
    pub(crate) fn close_with_messages(self) -> Vec<String> {
        let Self { device, messages } = self;
        let device = Arc::into_inner(device).expect("no handle outlives the test");
        drop(device);
        messages.all()
    }

    /// The `Arc` itself, for a test of what `close` finds.
    pub(crate) fn into_parts(self) -> (Arc<Device>, Arc<ValidationMessages>) {
        (self.device, self.messages)
    }
}

impl Deref for TestDevice {
    type Target = Arc<Device>;

    fn deref(&self) -> &Arc<Device> {
        &self.device
    }
}
