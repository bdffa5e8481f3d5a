//! The pipeline cache, kept on disk between runs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ash::vk;

use super::device::CacheKey;
use super::error::Call;
use super::owned::Owned;
use super::{Device, GpuError, GpuResult};

/// What the driver has compiled so far.
#[derive(Debug)]
pub struct PipelineCache {
    handle: Owned<vk::PipelineCache>,
    path: Option<PathBuf>,
    /// What came from the disk.
    loaded: Vec<u8>,
}

impl PipelineCache {
    /// Loads the cache at `path`, or starts an empty one: without a path, without a file, or with
    /// one that is damaged or of another GPU or driver (which is logged and later overwritten).
    ///
    /// # Errors
    /// What Vulkan says.
    pub fn load(device: &Arc<Device>, path: Option<&Path>) -> GpuResult<Self> {
        let bytes = path.map(|path| read(path, &device.cache_key())).unwrap_or_default();
        let create = |bytes: &[u8]| {
            let info = vk::PipelineCacheCreateInfo::default().initial_data(bytes);
            // SAFETY: the data is empty or begins with this device's header; Vulkan 1.3, 10.7.1
            // has the driver check the rest. The handle is owned at once.
            unsafe {
                let raw = device
                    .raw()
                    .create_pipeline_cache(&info, None)
                    .call("vkCreatePipelineCache")?;
                Ok::<_, GpuError>(Owned::new(device, raw, "pipeline cache"))
            }
        };
        let (handle, loaded) = match create(&bytes) {
            Ok(handle) => (handle, bytes),
            Err(error) if !bytes.is_empty() => {
                log::warn!("the driver refuses the pipeline cache, starting anew: {error}");
                (create(&[])?, Vec::new())
            }
            Err(error) => return Err(error),
        };
        Ok(Self { handle, path: path.map(Path::to_owned), loaded })
    }

    /// How many bytes came from the disk.
    pub fn loaded_bytes(&self) -> usize {
        self.loaded.len()
    }

    /// Writes the cache to where it was loaded from, whole or not at all; does nothing without a
    /// path, or when it holds what was loaded.
    ///
    /// # Errors
    /// What Vulkan or the file system says.
    pub fn save(&self) -> GpuResult<()> {
        let Some(path) = &self.path else { return Ok(()) };
        // SAFETY: the cache is alive, and Vulkan itself guards it against other threads.
        let bytes = unsafe { self.handle.device().raw().get_pipeline_cache_data(*self.handle) }
            .call("vkGetPipelineCacheData")?;
        if bytes == self.loaded {
            return Ok(());
        }
        write_whole(path, &bytes)
            .map_err(|source| GpuError::CacheWrite { path: path.clone(), source })
    }

    pub(super) fn raw(&self) -> vk::PipelineCache {
        *self.handle
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// The file's bytes where they are of use to this device, else none.
fn read(path: &Path, key: &CacheKey) -> Vec<u8> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            log::warn!("cannot read the pipeline cache {}: {error}", path.display());
            return Vec::new();
        }
    };
    if let Err(reason) = check_header(&bytes, key) {
        log::info!("ignoring the pipeline cache {}: {reason}", path.display());
        return Vec::new();
    }
    bytes
}

/// Checks the header that Vulkan 1.3 (table 10.1) puts before a cache's data: little-endian words of
/// its size, version, vendor and device, then the driver's 16 bytes.
fn check_header(bytes: &[u8], key: &CacheKey) -> Result<(), &'static str> {
    const HEADER_BYTES: usize = 16 + vk::UUID_SIZE;
    let Some((header, data)) = bytes.split_at_checked(HEADER_BYTES) else {
        return Err("it is too short for its header");
    };
    let word = |index: usize| {
        header
            .get(index * 4..index * 4 + 4)
            .map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
    };
    if word(0).is_none_or(|it| it as usize != HEADER_BYTES)
        || word(1) != u32::try_from(vk::PipelineCacheHeaderVersion::ONE.as_raw()).ok()
    {
        return Err("its header is damaged");
    }
    if word(2) != Some(key.vendor_id) || word(3) != Some(key.device_id) {
        return Err("it is of another GPU");
    }
    if header[16..] != key.uuid {
        return Err("it is of another driver");
    }
    if data.is_empty() {
        return Err("it holds nothing");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{CacheKey, check_header};

    const KEY: CacheKey = CacheKey { vendor_id: 0x1_0005, device_id: 7, uuid: [9; 16] };

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        for word in [32_u32, 1, KEY.vendor_id, KEY.device_id] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(KEY.uuid);
        bytes.push(1);
        bytes
    }

    #[track_caller]
    fn check(change: impl Fn(&mut Vec<u8>), expected: Result<(), &'static str>) {
        let mut bytes = file();
        change(&mut bytes);
        assert_eq!(check_header(&bytes, &KEY), expected);
    }

    #[test]
    fn only_this_devices_cache_is_taken() {
        check(|it| it.truncate(31), Err("it is too short for its header"));
        check(Vec::clear, Err("it is too short for its header"));
        check(|it| it[0] = 33, Err("its header is damaged"));
        check(|it| it[4] = 2, Err("its header is damaged"));
        check(|it| it[8] = 4, Err("it is of another GPU"));
        check(|it| it[12] = 8, Err("it is of another GPU"));
        check(|it| it[31] = 8, Err("it is of another driver"));
        check(|it| it.truncate(32), Err("it holds nothing"));
        check(|_| (), Ok(()));
    }
}
