import GRDB
import VinculaEngine

extension StoreUnavailable {
    /// Reads whether the machine or the stored data, and not the statement, is what an error is about; `nil` if not.
    ///
    /// - Parameter file: The database file, if there is one.
    init?(_ error: any Error, file: String?) {
        switch error {
        case let error as DatabaseError:
            guard let reason = Reason(error.resultCode) else { return nil }
            // The statement and its arguments are not told.
            self.init(
                reason: reason, detail: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")",
                file: file)
        case StoreError.corruptRow(let table): self.init(reason: .unreadableRow, detail: "table \(table)", file: file)
        case StoreError.corruptValue(let type): self.init(reason: .unreadableRow, detail: "value \(type)", file: file)
        case is RowDecodingError: self.init(reason: .unreadableRow, detail: "a column of another type", file: file)
        default: return nil
        }
    }
}

extension StoreUnavailable.Reason {
    fileprivate init?(_ code: ResultCode) {
        switch code {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
        case .SQLITE_IOERR, .SQLITE_CANTOPEN: self = .failingDisk
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        default: return nil
        }
    }
}
