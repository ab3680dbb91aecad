import Tables

typealias TextTable = Tables.TextTable

/// A count with its noun: `1 miss`, `2 misses`.
func counted(_ count: Int, _ noun: String) -> String { Tables.counted(count, noun) }
