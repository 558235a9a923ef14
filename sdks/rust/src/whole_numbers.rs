//! Integers that JSON text writes with a fraction or an exponent.

use std::borrow::Cow;

/// No integer of Rust has more digits.
const MOST: usize = 39;

/// JSON with `2` for `2.0` and `200` for `2e2`: the same numbers, as an integer is written.
pub(crate) fn whole_numbers(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    while at < bytes.len() {
        let start = at;
        at += 1;
        match bytes[start] {
            b'"' => {
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' => {
                let more =
                    |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
                at += bytes[at..].iter().take_while(|byte| more(byte)).count();
                if let Some(whole) = whole(&json[start..at]) {
                    out.push_str(&json[copied..start]);
                    out.push_str(&whole);
                    copied = at;
                }
            }
            _ => {}
        }
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    out.push_str(&json[copied..]);
    Cow::Owned(out)
}

/// An integer that is not written as one, written as one.
fn whole(number: &str) -> Option<String> {
    if !number.contains(['.', 'e', 'E']) {
        return None;
    }
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let unsigned = mantissa.trim_start_matches('-');
    let (before, after) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let digits = format!("{before}{after}");
    let point = i64::try_from(before.len()).ok()? + exponent.parse::<i32>().map(i64::from).ok()?;
    let point = usize::try_from(point.max(0)).ok()?;
    let fraction = digits.get(point..).unwrap_or_default();
    if fraction.bytes().any(|digit| digit != b'0') {
        return None;
    }
    let significant = digits[..point.min(digits.len())].trim_start_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    let zeros = point.saturating_sub(digits.len());
    if significant.len() + zeros > MOST {
        return None;
    }
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    Some(format!("{sign}{significant}{}", "0".repeat(zeros)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_written_as_such_and_nothing_else_changes() {
        for (before, after) in [
            ("2.0", "2"),
            ("-2.50e1", "-25"),
            ("2E+2", "200"),
            ("200e-2", "2"),
            ("-0.0", "0"),
            ("0e9", "0"),
            ("2.5", "2.5"),
            ("25e-1", "25e-1"),
            ("1e-400", "1e-400"),
            ("1e400", "1e400"),
            ("12345678901234567890.0", "12345678901234567890"),
            (
                r#"{"2.0":["2.0\\",2.0,"\"2.0"]}"#,
                r#"{"2.0":["2.0\\",2,"\"2.0"]}"#,
            ),
        ] {
            assert_eq!(whole_numbers(before), after);
        }
    }
}
