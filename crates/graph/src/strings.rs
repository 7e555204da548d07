//! A list of strings in one allocation.

#[derive(Default)]
pub struct Strings {
    bytes: String,
    /// Where each string ends, which is where the next begins.
    ends: Vec<u32>,
}

impl Strings {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of all strings together.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    pub fn last(&self) -> Option<&str> {
        (self.ends.len() as u32).checked_sub(1).map(|at| self.get(at))
    }

    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len() as u32);
    }

    pub fn get(&self, at: u32) -> &str {
        let start = if at == 0 { 0 } else { self.ends[at as usize - 1] };
        &self.bytes[start as usize..self.ends[at as usize] as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as u32).map(|at| self.get(at))
    }

    /// Whether each string is greater than the one before, which [`Strings::find`] relies on.
    pub fn is_ascending(&self) -> bool {
        (1..self.len() as u32).all(|at| self.get(at - 1) < self.get(at))
    }

    /// The place of a string in an ascending list.
    pub fn find(&self, text: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.len() as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(text) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}

impl<'a> FromIterator<&'a str> for Strings {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut strings = Self::default();
        for text in texts {
            strings.push(text);
        }
        strings
    }
}
