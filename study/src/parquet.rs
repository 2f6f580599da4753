//! The games of a study as a Parquet file: a row for each, for whoever wants to ask more than the page tells.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::kept::Row;
use crate::part::Manifest;
use crate::plan::{Plan, Series};

/// So many games stand together; no more of them are looked at at once.
const TOGETHER: usize = 65_536;

/// Writes the games of a study, in the order of their numbers, while they are played.
pub struct Table<W: Write + Send> {
    manifest: Manifest,
    writer: SerializedFileWriter<W>,
    waiting: Vec<Row>,
}

impl<W: Write + Send> Table<W> {
    /// Begins one.
    ///
    /// # Errors
    /// What it is written to fails.
    pub fn begin(out: W, manifest: &Manifest) -> Result<Self, ParquetError> {
        let properties = WriterProperties::builder()
            .set_created_by(format!("rulehound {}", manifest.version))
            .set_writer_version(WriterVersion::PARQUET_1_0)
            .set_compression(parquet::basic::Compression::SNAPPY)
            .build();
        let writer = SerializedFileWriter::new(out, schema(manifest.players.len())?, Arc::new(properties))?;
        Ok(Self { manifest: manifest.clone(), writer, waiting: Vec::new() })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// What it is written to fails.
    pub fn add(&mut self, row: Row) -> Result<(), ParquetError> {
        self.waiting.push(row);
        if self.waiting.len() < TOGETHER { Ok(()) } else { self.write() }
    }

    /// Ends it; gives what it was written to.
    ///
    /// # Errors
    /// What it is written to fails.
    pub fn end(mut self) -> Result<W, ParquetError> {
        if !self.waiting.is_empty() {
            self.write()?;
        }
        self.writer.into_inner()
    }

    fn write(&mut self) -> Result<(), ParquetError> {
        let (manifest, rows) = (&self.manifest, self.waiting.as_slice());
        let seats = manifest.players.len();
        let mut group = self.writer.next_row_group()?;
        let words =
            |word: &dyn Fn(&Row) -> String| rows.iter().map(|row| ByteArray::from(word(row).as_str())).collect();
        column::<ByteArrayType>(&mut group, words(&|row| series(manifest, row.series)), None)?;
        column::<Int64Type>(&mut group, numbers(rows, |row| row.number), None)?;
        let odd = |row: &Row| Plan::odd_seat_of(row.series, row.number, manifest.every, seats);
        let seat = |row: &Row| odd(row).map(|seat| i32::try_from(seat).unwrap_or(i32::MAX));
        let known: Vec<i16> = rows.iter().map(|row| i16::from(odd(row).is_some())).collect();
        column::<Int32Type>(&mut group, rows.iter().filter_map(seat).collect(), Some(&known))?;
        column::<BoolType>(&mut group, rows.iter().map(|row| row.over).collect(), None)?;
        column::<ByteArrayType>(&mut group, words(&|row| winners(manifest, row)), None)?;
        for seat in 0..seats {
            column::<BoolType>(&mut group, rows.iter().map(|row| row.winners.contains(&seat)).collect(), None)?;
        }
        column::<Int64Type>(&mut group, numbers(rows, |row| row.decisions), None)?;
        column::<Int64Type>(&mut group, numbers(rows, |row| row.free), None)?;
        column::<Int64Type>(&mut group, numbers(rows, |row| row.options), None)?;
        group.close()?;
        self.waiting.clear();
        Ok(())
    }
}

fn numbers(rows: &[Row], number: impl Fn(&Row) -> u64) -> Vec<i64> {
    rows.iter().map(|row| i64::try_from(number(row)).unwrap_or(i64::MAX)).collect()
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: Vec<T::T>,
    known: Option<&[i16]>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(&values, known, None)?;
        column.close()?;
    }
    Ok(())
}

/// The columns.
fn schema(seats: usize) -> Result<TypePtr, ParquetError> {
    let column = |name: &str, physical: Physical, repetition: Repetition| {
        let text = (physical == Physical::BYTE_ARRAY).then_some(LogicalType::String);
        let built = Type::primitive_type_builder(name, physical).with_repetition(repetition).with_logical_type(text);
        built.build().map(Arc::new)
    };
    let whole = |name: &str, physical: Physical| column(name, physical, Repetition::REQUIRED);
    let mut columns = vec![
        whole("series", Physical::BYTE_ARRAY)?,
        whole("game", Physical::INT64)?,
        column("odd_seat", Physical::INT32, Repetition::OPTIONAL)?,
        whole("finished", Physical::BOOLEAN)?,
        whole("winners", Physical::BYTE_ARRAY)?,
    ];
    for seat in 0..seats {
        columns.push(whole(&format!("won_{seat}"), Physical::BOOLEAN)?);
    }
    for name in ["decisions", "free_decisions", "options"] {
        columns.push(whole(name, Physical::INT64)?);
    }
    Ok(Arc::new(Type::group_type_builder("games").with_fields(columns).build()?))
}

/// What a series is called.
fn series(manifest: &Manifest, series: Series) -> String {
    let bot = |number: u16| manifest.bots.get(usize::from(number)).cloned().unwrap_or_default();
    match series {
        Series::Random => "random".to_owned(),
        Series::Again => "random again".to_owned(),
        Series::Base => "the other game".to_owned(),
        Series::BaseLevel => format!("{} in the other game", manifest.bots.last().map_or("", String::as_str)),
        Series::Tried(which) => {
            // What it is otherwise is for people to read.
            let name = manifest.tried.get(usize::from(which)).map_or("", String::as_str);
            name.split(" (here ").next().unwrap_or_default().to_owned()
        }
        Series::Level(level) => bot(level),
        Series::Above(level) => {
            let below = level.checked_sub(1).map_or_else(|| "random".to_owned(), bot);
            format!("{} among {below}", bot(level))
        }
        Series::Without(what) => {
            let forbidden = manifest.forbidden.get(usize::from(what));
            format!("without {}", forbidden.map_or("", String::as_str))
        }
    }
}

/// The names of those who won, joined by commas.
fn winners(manifest: &Manifest, row: &Row) -> String {
    let names: Vec<&str> =
        row.winners.iter().filter_map(|seat| manifest.players.get(*seat)).map(String::as_str).collect();
    names.join(", ")
}
