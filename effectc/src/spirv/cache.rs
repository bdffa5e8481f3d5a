//! Results by what they are the result of, in a folder that several programs may use at once.
//!
//! The name of a file is a hash of everything that the result depends on, so nothing in it grows stale. A file holds
//! a hash of the rest, then one [frame](super::frame). It appears whole, and what is damaged anyway is no entry.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frame::{ReplyHead, read_frame, result, write_frame};
use super::{HlslCompiler, HlslJob, HlslResult, SHADERC_VERSION, SpirvError};

/// How large the folder of a cache may be; what was not used for longest goes first.
pub const DEFAULT_CACHE_BYTES: u64 = 256 << 20;

/// The form of the files.
const FORMAT: u32 = 1;
/// How the compiler is driven decides what it gives, so the code that drives it is a part of every name.
const DRIVER: &str = include_str!("shaderc.rs");
/// How far the folder is emptied when it is too large, so that the next result does not empty it again.
const KEPT_PERCENT: u64 = 80;
/// How often at most the time of a file's last use is written.
const USE_STEP: Duration = Duration::from_secs(3600);
/// How long a program that writes little leaves the folder unmeasured, after some program measured it.
const MEASURE_STEP: Duration = Duration::from_secs(600);
/// Its time says when the folder was last measured.
const MEASURED: &str = "measured-by-effectc";
/// How names of files begin that are not finished.
const UNFINISHED: &str = ".effectc-";

/// The folder for results of a user's programs: `$XDG_CACHE_HOME/effectc`, `~/.cache/effectc` or what the system has
/// for it. None where there is no home.
#[must_use]
pub fn user_cache_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "effectc").map(|it| it.cache_dir().to_owned())
}

/// A folder of results. What it cannot read or write it does without.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    max_bytes: u64,
    written_bytes: AtomicU64,
}

impl Cache {
    /// Uses a folder, which is made with the first result.
    #[must_use]
    pub fn new(folder: &Path, max_bytes: u64) -> Self {
        Self { folder: folder.to_owned(), max_bytes, written_bytes: AtomicU64::new(0) }
    }

    fn load(&self, job: &HlslJob<'_>) -> Option<HlslResult> {
        let (ReplyHead::Done { has_module, messages }, body) = self.load_frame(&key(job))? else {
            return None;
        };
        result(has_module, messages, &body)
    }

    fn store(&self, job: &HlslJob<'_>, result: &HlslResult) {
        let (head, body) = ReplyHead::of(result);
        self.store_frame(&key(job), &head, &body);
    }

    /// What is kept under a name.
    pub(crate) fn load_frame<H: DeserializeOwned>(&self, name: &str) -> Option<(H, Vec<u8>)> {
        let path = self.folder.join(name);
        let mut file = File::open(&path).ok()?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        let (hash, mut frame) = bytes.split_first_chunk::<{ blake3::OUT_LEN }>()?;
        if blake3::hash(frame) != *hash {
            return None;
        }
        let used = file.metadata().and_then(|it| it.modified()).ok()?;
        if used.elapsed().is_ok_and(|it| it > USE_STEP) {
            touch(&path);
        }
        read_frame(&mut frame).ok()?
    }

    /// Keeps something under a name. Without room or rights for it, it is made again the next time.
    pub(crate) fn store_frame(&self, name: &str, head: &impl Serialize, body: &[u8]) {
        let write = || -> std::io::Result<u64> {
            let mut frame = Vec::new();
            write_frame(&mut frame, head, body)?;
            fs::create_dir_all(&self.folder)?;
            let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.folder)?;
            file.write_all(blake3::hash(&frame).as_bytes())?;
            file.write_all(&frame)?;
            file.persist(self.folder.join(name))?;
            Ok((blake3::OUT_LEN + frame.len()) as u64)
        };
        let Ok(bytes) = write() else { return };
        let written = self.written_bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if written > self.max_bytes / 32 {
            self.written_bytes.store(0, Ordering::Relaxed);
            self.trim();
        }
    }

    /// Removes what was not used for longest until the folder is small enough.
    fn trim(&self) {
        let marker = self.folder.join(MEASURED);
        // Not emptied: should it be a user's file after all, only its time changes.
        if File::options().write(true).create(true).truncate(false).open(&marker).is_ok() {
            touch(&marker);
        }
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                if !is_ours(&entry.file_name().to_string_lossy()) {
                    return None;
                }
                let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((metadata.modified().ok()?, metadata.len(), entry.path()))
            })
            .collect();
        let mut bytes: u64 = files.iter().map(|it| it.1).sum();
        if bytes <= self.max_bytes {
            return;
        }
        files.sort();
        for (_, length, path) in files {
            if bytes <= self.max_bytes / 100 * KEPT_PERCENT {
                break;
            }
            if fs::remove_file(path).is_ok() {
                bytes -= length;
            }
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let was_measured = fs::metadata(self.folder.join(MEASURED))
            .and_then(|it| it.modified())
            .is_ok_and(|it| it.elapsed().is_ok_and(|it| it < MEASURE_STEP));
        if self.written_bytes.load(Ordering::Relaxed) > 0 && !was_measured {
            self.trim();
        }
    }
}

/// Whether a file of this name is a result, or was to become one. A user may name a folder with other things in it.
fn is_ours(name: &str) -> bool {
    let is_key = name.len() == 2 * blake3::OUT_LEN && name.bytes().all(|it| it.is_ascii_hexdigit());
    is_key || name.starts_with(UNFINISHED)
}

/// Notes that a file was used.
fn touch(path: &Path) {
    // Only the order in which files are dropped depends on it.
    let _ =
        File::options().write(true).open(path).and_then(|it| it.set_modified(SystemTime::now()));
}

/// Everything that the result of a job depends on, as the name of a file.
fn key(job: &HlslJob<'_>) -> String {
    let flags = format!("{:?} {}", job.stage, job.debug_info);
    hashed(&[SHADERC_VERSION, DRIVER, &flags, job.entry, job.name, job.text])
}

/// The name for what depends on these parts and on effectc itself.
pub(crate) fn hashed(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    let format = FORMAT.to_string();
    for part in [format.as_str(), env!("CARGO_PKG_VERSION")].iter().chain(parts) {
        // With its length, so that no two lists of parts are the same bytes.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// A compiler that is asked only what the cache does not know.
pub struct Cached<'c> {
    inner: &'c dyn HlslCompiler,
    cache: &'c Cache,
}

impl std::fmt::Debug for Cached<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cached").field("cache", self.cache).finish_non_exhaustive()
    }
}

impl<'c> Cached<'c> {
    /// Puts a cache before a compiler.
    #[must_use]
    pub fn new(inner: &'c dyn HlslCompiler, cache: &'c Cache) -> Self {
        Self { inner, cache }
    }
}

impl HlslCompiler for Cached<'_> {
    fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        if let Some(result) = self.cache.load(job) {
            return Ok(result);
        }
        let result = self.inner.compile(job)?;
        self.cache.store(job, &result);
        Ok(result)
    }

    fn parallelism(&self) -> usize {
        self.inner.parallelism()
    }

    fn take_remark(&self) -> Option<String> {
        self.inner.take_remark()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Stage;
    use crate::spirv::HlslMessage;

    /// Counts what it is asked, and answers with the text's length.
    #[derive(Default)]
    struct Counts(AtomicU64);

    impl HlslCompiler for Counts {
        fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            if job.text == "crash" {
                return Err(SpirvError::Crashed("signal 11".to_owned()));
            }
            let length = u32::try_from(job.text.len()).unwrap();
            let message = HlslMessage {
                place: Some(("a.fx".to_owned(), length)),
                warning: true,
                token: String::new(),
                text: "long".to_owned(),
            };
            Ok(HlslResult { words: Some(vec![length; 64]), messages: vec![message] })
        }
    }

    impl Counts {
        fn asked(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }
    }

    fn job(text: &str) -> HlslJob<'_> {
        HlslJob { text, name: "a.fx", stage: Stage::Pixel, entry: "PS", debug_info: false }
    }

    fn path(cache: &Cache, job: &HlslJob<'_>) -> PathBuf {
        cache.folder.join(key(job))
    }

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        entries.filter(|it| !it.ends_with(MEASURED)).collect()
    }

    #[test]
    fn what_was_compiled_once_is_not_compiled_again() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("made");
        let compiler = Counts::default();
        for _ in 0..3 {
            let cache = Cache::new(&folder, DEFAULT_CACHE_BYTES);
            let cached = Cached::new(&compiler, &cache);
            let first = cached.compile(&job("abc")).unwrap();
            assert_eq!(first, Counts::default().compile(&job("abc")).unwrap());
        }
        assert_eq!(compiler.asked(), 1);
        // Trouble of the compiler is not a result.
        let cache = Cache::new(&folder, DEFAULT_CACHE_BYTES);
        for _ in 0..2 {
            assert!(Cached::new(&compiler, &cache).compile(&job("crash")).is_err());
        }
        assert_eq!(compiler.asked(), 3);
    }

    #[test]
    fn every_part_of_a_job_counts() {
        let base = job("abc");
        let other = [
            HlslJob { text: "abd", ..base },
            HlslJob { name: "b.fx", ..base },
            HlslJob { stage: Stage::Vertex, ..base },
            HlslJob { entry: "PSa", text: "bc", ..base },
            HlslJob { debug_info: true, ..base },
        ];
        let mut keys: Vec<String> = other.iter().map(key).collect();
        keys.push(key(&base));
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 6);
    }

    #[test]
    fn a_damaged_file_is_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = Counts::default();
        let cache = Cache::new(folder.path(), DEFAULT_CACHE_BYTES);
        let cached = Cached::new(&compiler, &cache);
        let expected = cached.compile(&job("abc")).unwrap();
        let path = path(&cache, &job("abc"));
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        let faults: [&[u8]; 4] = [&flipped, &whole[..whole.len() - 4], &whole[..7], b""];
        for (count, fault) in (2..).zip(faults) {
            fs::write(&path, fault).unwrap();
            assert_eq!(cached.compile(&job("abc")).unwrap(), expected);
            assert_eq!(compiler.asked(), count);
            assert_eq!(fs::read(&path).unwrap(), whole, "it was written anew");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_done_without() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a file");
        fs::write(&file, "mine").unwrap();
        let compiler = Counts::default();
        let cache = Cache::new(&file, DEFAULT_CACHE_BYTES);
        for _ in 0..2 {
            assert!(Cached::new(&compiler, &cache).compile(&job("abc")).is_ok());
        }
        assert_eq!((compiler.asked(), fs::read(&file).unwrap()), (2, b"mine".to_vec()));
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = Counts::default();
        let one = {
            let cache = Cache::new(folder.path(), DEFAULT_CACHE_BYTES);
            Cached::new(&compiler, &cache).compile(&job("0")).unwrap();
            fs::metadata(path(&cache, &job("0"))).unwrap().len()
        };
        let cache = Cache::new(folder.path(), 10 * one);
        let cached = Cached::new(&compiler, &cache);
        let mine = folder.path().join("mine.txt");
        fs::write(&mine, vec![0; 1000]).unwrap();
        let others = ["measured", MEASURED].map(|it| folder.path().join(it));
        for other in &others {
            fs::write(other, "mine too").unwrap();
        }
        File::options()
            .write(true)
            .open(&mine)
            .unwrap()
            .set_modified(SystemTime::UNIX_EPOCH)
            .unwrap();
        let names: Vec<String> = (0..40).map(|it| it.to_string()).collect();
        for (hours, name) in (0..9).rev().zip(&names) {
            cached.compile(&job(name)).unwrap();
            let used = SystemTime::now() - Duration::from_secs(86_400 + 3600 * hours);
            let file = File::options().write(true).open(path(&cache, &job(name))).unwrap();
            file.set_modified(used).unwrap();
        }
        // The oldest is used again.
        cached.compile(&job("0")).unwrap();
        for name in &names[9..12] {
            cached.compile(&job(name)).unwrap();
        }
        let is_there = |name: &str| path(&cache, &job(name)).exists();
        assert_eq!(["0", "1", "2", "11"].map(is_there), [true, false, false, true]);
        for name in &names {
            cached.compile(&job(name)).unwrap();
            assert!(entries(folder.path()).len() <= 10 + 2);
        }
        assert!(mine.exists(), "what is no result is not ours to remove");
        for other in &others {
            assert_eq!(fs::read(other).unwrap(), b"mine too");
        }
    }
}
