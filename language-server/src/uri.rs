//! Addresses of an editor and names of files.

use gen_lsp_types::Uri;

const FILE: &str = "file://";

/// The path of an address; of one that is no file the address itself.
pub fn path_of(uri: &Uri) -> String {
    let Some(rest) = uri.0.strip_prefix(FILE) else { return uri.0.clone() };
    // What stands before the first stroke is a machine.
    let path = rest.find('/').and_then(|start| rest.get(start..)).unwrap_or(rest);
    let path = decoded(path);
    // `/C:/games` is a path of Windows.
    match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => path.chars().skip(1).collect(),
        _ => path,
    }
}

/// The address of a file; none if the name is no path.
pub fn uri_of(name: &str) -> Option<Uri> {
    let path = name.replace('\\', "/");
    let windows = path.as_bytes().get(1) == Some(&b':');
    if !path.starts_with('/') && !windows {
        return None;
    }
    let stroke = if windows { "/" } else { "" };
    Some(Uri(format!("{FILE}{stroke}{}", encoded(&path))))
}

fn decoded(path: &str) -> String {
    let mut rest = path.as_bytes();
    let mut decoded = Vec::with_capacity(path.len());
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let meant = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(meant.unwrap_or(byte));
        rest = if meant.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~');
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_paths() {
        for (uri, path) in [
            ("file:///home/ann/my%20games/W%C3%BCrfel.rules", "/home/ann/my games/Würfel.rules"),
            ("file:///C%3A/games/a.rules", "C:/games/a.rules"),
        ] {
            assert_eq!(path_of(&Uri(uri.to_owned())), path);
            assert_eq!(uri_of(path), Some(Uri(uri.to_owned())));
        }
        assert_eq!(path_of(&Uri("untitled:Untitled-1".to_owned())), "untitled:Untitled-1");
        assert_eq!(path_of(&Uri("file:///100%".to_owned())), "/100%");
        assert_eq!(uri_of("shipped:hot-dog.rules"), None);
    }
}
