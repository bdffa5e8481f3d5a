//! Work on many things at once whose results keep the order of the things.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Parsers descend by recursion; on the stack of a plain thread they would end earlier than on the main one.
const STACK_BYTES: usize = 64 << 20;

/// Does `work` on every item, on as many threads as said and at least one, and returns the results in the items' order.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    thread_count: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let run = || {
        while let Some((index, item)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|it| (index, it))
        } {
            let result = work(item);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        let thread = || std::thread::Builder::new().stack_size(STACK_BYTES);
        let threads = thread_count.clamp(1, items.len().max(1));
        let started = (0..threads).filter(|_| thread().spawn_scoped(scope, run).is_ok()).count();
        if started == 0 {
            run();
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn results_keep_the_order_and_threads_work_at_once() {
        let both = Barrier::new(2);
        let items: Vec<usize> = (0..10).collect();
        let doubled = in_order(&items, 2, |it| {
            both.wait();
            if it.is_multiple_of(2) {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            it * 2
        });
        assert_eq!(doubled, (0..10).map(|it| it * 2).collect::<Vec<_>>());
        assert_eq!(in_order(&[] as &[u8], 0, |it| *it), [0_u8; 0]);
        assert_eq!(in_order(&[7], 0, |it| it + 1), [8]);
    }
}
