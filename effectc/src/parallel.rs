//! Work on many things at once whose results keep the order of the things.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// Parsers descend by recursion; on the stack of a plain thread they would end earlier than on the main one.
const STACK_BYTES: usize = 64 << 20;

/// Does `work` on every item, on as many threads as said and at least one. The calling thread is given the results in
/// the items' order, each as soon as it and those before it are there.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    thread_count: usize,
    work: impl Fn(&T) -> R + Sync,
    mut each: impl FnMut(R),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let (next, work) = (&next, &work);
        let threads = thread_count.clamp(1, items.len().max(1));
        let mut started = 0;
        for _ in 0..threads {
            let sender = sender.clone();
            let run = move || {
                while let Some((index, item)) = take(items, next) {
                    // It fails only after a panic of the thread that wants the results.
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            };
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            started += usize::from(thread.spawn_scoped(scope, run).is_ok());
        }
        drop(sender);
        if started == 0 {
            items.iter().for_each(|item| each(work(item)));
            return;
        }
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&wanted) {
                each(result);
                wanted += 1;
            }
        }
    });
}

/// The next item that nobody works on, with its place.
fn take<'i, T>(items: &'i [T], next: &AtomicUsize) -> Option<(usize, &'i T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|it| (index, it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    fn collect<T: Sync, R: Send>(
        items: &[T],
        threads: usize,
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let mut results = Vec::new();
        in_order(items, threads, work, |it| results.push(it));
        results
    }

    #[test]
    fn results_keep_the_order_and_threads_work_at_once() {
        let both = Barrier::new(2);
        let items: Vec<usize> = (0..10).collect();
        let doubled = collect(&items, 2, |it| {
            both.wait();
            if it.is_multiple_of(2) {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            it * 2
        });
        assert_eq!(doubled, (0..10).map(|it| it * 2).collect::<Vec<_>>());
        assert_eq!(collect(&[] as &[u8], 0, |it| *it), [0_u8; 0]);
        assert_eq!(collect(&[7], 0, |it| it + 1), [8]);
    }
}
