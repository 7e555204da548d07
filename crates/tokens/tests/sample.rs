//! Counts against those of `tiktoken`, on texts that `scripts/build-token-sample.mjs` wrote.

use tokens::{BadTable, Encoder, MAX_PIECE};

static O200K: &[u8] = include_bytes!("../../../wasm/assets/o200k_base.bin");
static CL100K: &[u8] = include_bytes!("../../../wasm/assets/cl100k_base.bin");

fn sample() -> Vec<(String, usize, usize)> {
    serde_json::from_str(include_str!("sample.json")).expect("the sample is JSON")
}

#[test]
fn counts_equal_those_of_tiktoken() {
    let (o200k, cl100k) = (Encoder::new(O200K).expect("a table"), Encoder::new(CL100K).expect("a table"));
    let sample = sample();
    assert!(sample.len() > 600);
    for (text, o200k_count, cl100k_count) in sample {
        assert_eq!(o200k.count(&text), o200k_count, "o200k_base {text:?}");
        assert_eq!(cl100k.count(&text), cl100k_count, "cl100k_base {text:?}");
    }
}

#[test]
fn a_limited_count_is_exact_up_to_its_limit_and_one_more_beyond() {
    let o200k = Encoder::new(O200K).expect("a table");
    for (text, count, _) in sample().into_iter().filter(|(text, ..)| text.len() < 500) {
        for limit in [0, count.saturating_sub(1), count, count + 1] {
            assert_eq!(o200k.count_up_to(&text, limit), count.min(limit + 1), "{limit} of {text:?}");
        }
    }
}

#[test]
fn a_piece_over_the_bound_is_counted_in_slices() {
    let o200k = Encoder::new(O200K).expect("a table");
    let slice = o200k.count(&"=".repeat(MAX_PIECE));
    assert_eq!(o200k.count(&"=".repeat(2 * MAX_PIECE)), 2 * slice);
    assert_eq!(o200k.count_up_to(&"=".repeat(2 * MAX_PIECE), 100), 101);
}

#[test]
fn a_damaged_table_is_refused() {
    let refused = |table: &[u8]| Encoder::new(table).err();
    assert_eq!(refused(b""), Some(BadTable("it is not a table of this version")));
    assert_eq!(refused(b"DTOK\x02\0\0\0"), Some(BadTable("it is not a table of this version")));
    assert_eq!(refused(&O200K[..O200K.len() - 1]), Some(BadTable("it is cut short")));
    assert_eq!(refused(&O200K[..100]), Some(BadTable("it is cut short")));
    let mut pattern = O200K.to_vec();
    pattern[8] = 9;
    assert_eq!(refused(&pattern), Some(BadTable("a pattern that is not known")));
    let mut longest = O200K.to_vec();
    longest[12..16].fill(0xff);
    assert_eq!(refused(&longest), Some(BadTable("its longest token is out of range")));
    let mut offset = O200K.to_vec();
    offset[28..32].fill(0xff);
    assert_eq!(refused(&offset), Some(BadTable("it is cut short")));
}
