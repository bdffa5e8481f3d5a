//! Stream output (`SOSetTargets`, `DrawAuto`), by `VK_EXT_transform_feedback`.
//!
//! A [`StreamBuffer`] is a vertex buffer that remembers how far it is filled. Streaming is switched on after the pass that
//! streams is applied and off again before the next is.

use std::sync::Arc;

use ash::vk;

use super::{Buffer, BufferDesc, Commands, Device, GpuError, GpuResult, MemoryUse};

/// A vertex buffer that shaders fill, vertex after vertex.
#[derive(Debug)]
pub struct StreamBuffer {
    vertices: Arc<Buffer>,
    /// Bytes that are filled.
    counter: Buffer,
}

impl StreamBuffer {
    /// Makes a buffer of so many bytes; what is in it is undefined until something was streamed.
    ///
    /// # Errors
    /// A device without stream output, no bytes, or no memory.
    pub fn new(device: &Arc<Device>, name: &str, size_bytes: u64) -> GpuResult<Self> {
        if device.feedback_functions().is_none() {
            return Err(GpuError::Invalid {
                thing: format!("stream buffer '{name}'"),
                expected: "a GPU with VK_EXT_transform_feedback was expected".to_owned(),
            });
        }
        let vertices = Buffer::new(
            device,
            &BufferDesc {
                name,
                size_bytes,
                usage: vk::BufferUsageFlags::TRANSFORM_FEEDBACK_BUFFER_EXT
                    | vk::BufferUsageFlags::VERTEX_BUFFER
                    | vk::BufferUsageFlags::STORAGE_BUFFER
                    | vk::BufferUsageFlags::TRANSFER_SRC
                    | vk::BufferUsageFlags::TRANSFER_DST,
                memory_use: MemoryUse::Device,
            },
        )?;
        let counter = Buffer::new(
            device,
            &BufferDesc {
                name: &format!("{name} filled bytes"),
                size_bytes: 4,
                usage: vk::BufferUsageFlags::TRANSFORM_FEEDBACK_COUNTER_BUFFER_EXT
                    | vk::BufferUsageFlags::INDIRECT_BUFFER
                    | vk::BufferUsageFlags::TRANSFER_SRC
                    | vk::BufferUsageFlags::TRANSFER_DST,
                memory_use: MemoryUse::Device,
            },
        )?;
        Ok(Self { vertices: Arc::new(vertices), counter })
    }

    /// What was streamed, as vertices.
    pub fn vertices(&self) -> &Arc<Buffer> {
        &self.vertices
    }

    /// One `u32`: how many bytes of it are filled, from its start.
    pub fn filled_bytes(&self) -> &Buffer {
        &self.counter
    }
}

/// Where a buffer is filled from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamStart {
    /// From this byte on, which 4 divides.
    At(u64),
    /// Behind what is there (the offset -1 of `SOSetTargets`); something must have been streamed into it before.
    Append,
}

impl Commands {
    /// Begins to write what the applied pass streams. One buffer for each slot of the pass, in order, none for slots
    /// that it does not write (`SOSetTargets`). Draws follow, then [`Self::end_stream_output`], before another pass is
    /// applied.
    ///
    /// # Errors
    /// A device without stream output, more than 4 buffers, a start past a buffer's end.
    pub fn begin_stream_output(
        &mut self,
        buffers: &[Option<(&StreamBuffer, StreamStart)>],
    ) -> GpuResult<()> {
        let invalid = |expected: String| {
            Err(GpuError::Invalid { thing: "stream output".to_owned(), expected })
        };
        if buffers.len() > 4 {
            return invalid(format!(
                "at most 4 buffers were expected, {} were given",
                buffers.len()
            ));
        }
        for (buffer, start) in buffers.iter().flatten() {
            let size_bytes = buffer.vertices.size_bytes();
            if let StreamStart::At(offset_bytes) = start
                && (*offset_bytes >= size_bytes
                    || offset_bytes % 4 != 0
                    || *offset_bytes > u32::MAX.into())
            {
                return invalid(format!(
                    "a multiple of 4 below the {size_bytes} bytes of '{}' was expected, it starts at {offset_bytes}",
                    buffer.vertices.name()
                ));
            }
        }
        let device = Arc::clone(self.device());
        let Some(functions) = device.feedback_functions() else {
            return invalid("a GPU with VK_EXT_transform_feedback was expected".to_owned());
        };
        // A counter counts from where its buffer is bound. All are bound at their start, so that appending and
        // `draw_auto` count from there too, and a counter says where to begin.
        let mut counters = [vk::Buffer::null(); 4];
        for (counter, bound) in counters.iter_mut().zip(buffers) {
            let Some((buffer, start)) = bound else { continue };
            match start {
                StreamStart::At(0) => continue,
                StreamStart::At(offset_bytes) => {
                    let word = u32::try_from(*offset_bytes).unwrap_or(u32::MAX);
                    self.write_word(&buffer.counter, 0, word);
                }
                StreamStart::Append => {}
            }
            *counter = buffer.counter.raw();
        }
        self.order_everything();
        for (slot, bound) in (0_u32..).zip(buffers) {
            let Some((buffer, _)) = bound else { continue };
            let offset_bytes = 0;
            let buffer_handle = &buffer.vertices.raw();
            // SAFETY: recording; the buffer was made for this; without sizes it is bound to its end. Handle and offset
            // live through the call.
            unsafe {
                (functions.fp().cmd_bind_transform_feedback_buffers_ext)(
                    self.raw(),
                    slot,
                    1,
                    &raw const *buffer_handle,
                    &raw const offset_bytes,
                    std::ptr::null(),
                );
            }
        }
        let offsets = [0; 4];
        let count = u32::try_from(buffers.len()).unwrap_or(4);
        // SAFETY: recording, in a pass, not streaming yet; a counter's contents were written by an earlier
        // stream or just now, which `order_everything` has made visible. Both lists have 4 entries, `count` is at most that.
        unsafe {
            (functions.fp().cmd_begin_transform_feedback_ext)(
                self.raw(),
                0,
                count,
                counters.as_ptr(),
                offsets.as_ptr(),
            );
        }
        self.hazards.is_streaming = true;
        Ok(())
    }

    /// Ends what [`Self::begin_stream_output`] began, with the same buffers; they remember how far they are filled.
    pub fn end_stream_output(&mut self, buffers: &[Option<(&StreamBuffer, StreamStart)>]) {
        let device = Arc::clone(self.device());
        let (Some(functions), true) = (device.feedback_functions(), self.hazards.is_streaming)
        else {
            return;
        };
        let mut counters = [vk::Buffer::null(); 4];
        for (counter, bound) in counters.iter_mut().zip(buffers) {
            *counter = bound.map_or(vk::Buffer::null(), |(buffer, _)| buffer.counter.raw());
        }
        let offsets = [0; 4];
        let count = u32::try_from(buffers.len()).unwrap_or(4).min(4);
        // SAFETY: recording, in the pass in which streaming began; the counters are alive. Both lists have 4
        // entries, `count` is at most that.
        unsafe {
            (functions.fp().cmd_end_transform_feedback_ext)(
                self.raw(),
                0,
                count,
                counters.as_ptr(),
                offsets.as_ptr(),
            );
        }
        self.hazards.is_streaming = false;
        self.note_write();
    }

    /// Draws as many vertices as were streamed into a buffer (`DrawAuto`); it is bound to slot 0 from its start. A vertex
    /// has `vertex_bytes` bytes.
    ///
    /// # Errors
    /// A device without stream output, vertices without bytes or with more than the GPU allows.
    pub fn draw_auto(&mut self, buffer: &StreamBuffer, vertex_bytes: u32) -> GpuResult<()> {
        let device = Arc::clone(self.device());
        let limit = device.limits().max_vertex_input_binding_stride_bytes;
        let (Some(functions), 1..) = (device.feedback_functions(), vertex_bytes) else {
            return Err(GpuError::Invalid {
                thing: format!("drawing '{}'", buffer.vertices.name()),
                expected: "VK_EXT_transform_feedback and vertices with bytes were expected"
                    .to_owned(),
            });
        };
        if vertex_bytes > limit {
            return Err(GpuError::Limit {
                thing: format!("drawing '{}'", buffer.vertices.name()),
                limit_name: "maxVertexInputBindingStride",
                needed: vertex_bytes.into(),
                limit: limit.into(),
            });
        }
        self.bind_vertex_buffer(0, &buffer.vertices, 0);
        self.order_run();
        // SAFETY: recording, in a pass, with pipeline and sets bound; the counter was made for indirect
        // draws, and `order_run` has waited for what wrote it.
        unsafe {
            (functions.fp().cmd_draw_indirect_byte_count_ext)(
                self.raw(),
                1,
                0,
                buffer.counter.raw(),
                0,
                0,
                vertex_bytes,
            );
        }
        Ok(())
    }
}
