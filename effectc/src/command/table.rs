//! One line for each of several effects.

use std::time::Duration;

use super::report::Report;

/// One line of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    name: String,
    /// Techniques and shaders, where the effect compiled.
    contents: Option<[usize; 2]>,
    warnings: usize,
    errors: usize,
    time: Duration,
}

impl Row {
    pub(super) fn new(report: &Report) -> Self {
        Self {
            name: report.input.path.display().to_string(),
            contents: (report.errors == 0).then_some([report.techniques, report.shaders]),
            warnings: report.warnings,
            errors: report.errors,
            time: report.time,
        }
    }

    fn cells(&self) -> [String; 6] {
        let content =
            |index: usize| self.contents.map_or_else(|| "-".to_owned(), |it| it[index].to_string());
        [
            self.name.clone(),
            content(0),
            content(1),
            self.warnings.to_string(),
            self.errors.to_string(),
            format!("{:.1} ms", self.time.as_secs_f64() * 1e3),
        ]
    }
}

/// Gives the rows, their sums, and the time that all took together.
pub(super) fn table(rows: &[Row], time: Duration) -> String {
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum();
    let contents = |index: usize| rows.iter().filter_map(|it| Some(it.contents?[index])).sum();
    let total = Row {
        name: format!("{} effects", rows.len()),
        contents: Some([contents(0), contents(1)]),
        warnings: sum(|it| it.warnings),
        errors: sum(|it| it.errors),
        time,
    };
    let head = ["effect", "techniques", "shaders", "warnings", "errors", "time"].map(str::to_owned);
    let lines: Vec<[String; 6]> =
        std::iter::once(head).chain(rows.iter().map(Row::cells)).chain([total.cells()]).collect();
    let width =
        |column: usize| lines.iter().map(|it| it[column].chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for line in &lines {
        text.push_str(&format!("{:<1$}", line[0], width(0)));
        for (column, cell) in line.iter().enumerate().skip(1) {
            text.push_str(&format!("  {cell:>0$}", width(column)));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_are_summed() {
        let row = |name: &str, contents, warnings, errors, ms| Row {
            name: name.to_owned(),
            contents,
            warnings,
            errors,
            time: Duration::from_millis(ms),
        };
        let rows = [
            row("fx/그림자.fx", Some([2, 12]), 1, 0, 120),
            row("fx/a long name.fx", None, 0, 3, 4),
        ];
        insta::assert_snapshot!(table(&rows, Duration::from_millis(121)), @"
        effect             techniques  shaders  warnings  errors      time
        fx/그림자.fx                   2       12         1       0  120.0 ms
        fx/a long name.fx           -        -         0       3    4.0 ms
        2 effects                   2       12         1       3  121.0 ms
        ");
    }
}
