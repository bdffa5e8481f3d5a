//! Whole effects by what they were made of, so that what did not change is not even read through.
//!
//! [`Cached`](crate::spirv::Cached) remembers entry points by the text that the HLSL compiler gets, which takes all of
//! the front end to make. Here the key is the path, the options and the running program, and beside the result stands
//! every place where a file was looked for, with a hash of what was there. The result counts as long as each of them
//! is as it was: an edited include, or a file that appears where there was none, makes it anew.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::compile::Options;
use crate::emit::OutputFile;
use crate::preprocess::{DiskLoader, IncludeLoader};
use crate::spirv::{Cache, hashed};

/// What was made of an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made<R> {
    /// Everything but files.
    pub result: R,
    /// The files.
    pub files: Vec<OutputFile>,
    /// Whether the same would be made again: not after trouble of a compiler or of a file system.
    pub is_lasting: bool,
}

#[derive(Serialize, Deserialize)]
struct Head<R> {
    seen: BTreeMap<PathBuf, Option<String>>,
    result: R,
    /// Names of files and their sizes; the contents are the body.
    files: Vec<(String, usize)>,
}

/// Gives what was made of an effect before, or makes it with files from the loader that `make` is handed. `wish` says
/// what is made, and everything that it depends on besides the options.
pub fn remembered<R: Serialize + DeserializeOwned>(
    cache: &Cache,
    path: &Path,
    options: &Options,
    wish: &str,
    make: impl FnOnce(&dyn IncludeLoader) -> Made<R>,
) -> Made<R> {
    // What is remembered knows content, not where links lead, which is what a sandbox asks.
    let Some(program) = program().filter(|_| options.sandbox.is_none()) else {
        return make(&DiskLoader);
    };
    let options = format!("{options:?}");
    let name = hashed(&["effect", &program, &options, wish, &format!("{path:?}")]);
    if let Some((head, body)) = cache.load_frame::<Head<R>>(&name)
        && head.seen.iter().all(|(path, hash)| look(path).is_ok_and(|it| it.1 == *hash))
        && let Some(files) = unpacked(&head.files, &body)
    {
        return Made { result: head.result, files, is_lasting: true };
    }
    let loader = NotingLoader::default();
    let made = make(&loader);
    let Noted { seen, has_trouble } = loader.0.into_inner();
    if !made.is_lasting || has_trouble {
        return made;
    }
    let files = made.files.iter().map(|it| (it.name.clone(), it.content.len())).collect();
    let body: Vec<u8> = made.files.iter().flat_map(|it| it.content.iter().copied()).collect();
    let head = Head { seen, result: made.result, files };
    cache.store_frame(&name, &head, &body);
    Made { result: head.result, ..made }
}

/// What tells this build of the program from every other. None where the system does not say.
fn program() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    let metadata = std::fs::metadata(&path).ok()?;
    let built = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{} {} {}", path.display(), metadata.len(), built.as_nanos()))
}

/// Content of a file and its hash; none where there is no file.
fn look(path: &Path) -> io::Result<(Option<Vec<u8>>, Option<String>)> {
    match DiskLoader.load(path) {
        Ok(content) => {
            let hash = blake3::hash(&content).to_hex().to_string();
            Ok((Some(content), Some(hash)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((None, None)),
        Err(error) => Err(error),
    }
}

fn unpacked(files: &[(String, usize)], mut body: &[u8]) -> Option<Vec<OutputFile>> {
    let mut unpacked = Vec::new();
    for (name, length) in files {
        let (content, rest) = body.split_at_checked(*length)?;
        unpacked.push(OutputFile { name: name.clone(), content: content.to_vec() });
        body = rest;
    }
    body.is_empty().then_some(unpacked)
}

#[derive(Default)]
struct Noted {
    seen: BTreeMap<PathBuf, Option<String>>,
    has_trouble: bool,
}

/// Reads files, and notes what was where.
#[derive(Default)]
struct NotingLoader(RefCell<Noted>);

impl IncludeLoader for NotingLoader {
    fn load(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = look(path);
        let mut noted = self.0.borrow_mut();
        match found {
            Ok((content, hash)) => {
                let is_same =
                    noted.seen.insert(path.to_owned(), hash.clone()).is_none_or(|it| it == hash);
                // Written to while it is being compiled.
                noted.has_trouble |= !is_same;
                content.ok_or_else(|| io::ErrorKind::NotFound.into())
            }
            Err(error) => {
                noted.has_trouble = true;
                Err(error)
            }
        }
    }

    fn names_in(&self, folder: &Path) -> Vec<String> {
        DiskLoader.names_in(folder)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        DiskLoader.real_path(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spirv::DEFAULT_CACHE_BYTES;

    #[test]
    fn what_did_not_change_is_not_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let (effect, include, missing) =
            (root.join("a.fx"), root.join("i.fxh"), root.join("no.fxh"));
        std::fs::write(&effect, "a").unwrap();
        std::fs::write(&include, "i").unwrap();
        let cache = Cache::new(&root.join("cache"), DEFAULT_CACHE_BYTES);
        let mut count = 0;
        let mut made = |options: &Options, wish: &str, is_lasting: bool| {
            let before = count;
            let made = remembered(&cache, &effect, options, wish, |loader| {
                count += 1;
                let text =
                    [&effect, &missing, &include].map(|it| loader.load(it).unwrap_or_default());
                let file = OutputFile { name: "o".to_owned(), content: text.concat() };
                Made { result: text.concat().len(), files: vec![file], is_lasting }
            });
            let content = String::from_utf8(made.files[0].content.clone()).unwrap();
            assert_eq!(made.result, content.len());
            (count > before, content)
        };
        let plain = Options::default();
        let other = Options { debug_info: true, ..Options::default() };
        assert_eq!(made(&plain, "w", true), (true, "ai".to_owned()));
        assert_eq!(made(&plain, "w", true), (false, "ai".to_owned()));
        assert!(made(&other, "w", true).0 && made(&plain, "v", true).0);
        // An include changes, and changes back to the same text at another time.
        std::fs::write(&include, "j").unwrap();
        assert_eq!(made(&plain, "w", true), (true, "aj".to_owned()));
        std::fs::write(&include, "j").unwrap();
        assert_eq!(made(&plain, "w", true), (false, "aj".to_owned()));
        // A file appears where one was looked for.
        std::fs::write(&missing, "n").unwrap();
        assert_eq!(made(&plain, "w", true), (true, "anj".to_owned()));
        std::fs::remove_file(&missing).unwrap();
        // What is not lasting is made each time.
        assert!(made(&plain, "x", false).0 && made(&plain, "x", false).0);
    }
}
