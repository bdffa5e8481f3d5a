//! Tests of the importer on tiny documents.
