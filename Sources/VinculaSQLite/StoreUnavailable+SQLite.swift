import Foundation
import GRDB
import VinculaEngine
import VinculaSQL

extension StoreUnavailable {
    /// Converts an error that is due to the machine or the stored data, rather than to the statement; `nil` for any other.
    ///
    /// - Parameter file: The database file, if there is one.
    init?(_ error: any Error, file: String?) {
        switch error {
        case let error as DatabaseError:
            guard let found = Reason(error.resultCode) else { return nil }
            // SQLite does not distinguish a file that it may not open from a failing disk.
            let reason = [.readOnly, .failingDisk].contains(found) && Self.isClosedToUs(file) ? .notPermitted : found
            // The statement and its arguments are left out: they may contain personal data.
            self.init(
                reason: reason, detail: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")",
                file: file)
        case let error as StoreError:
            guard let detail = error.unreadable else { return nil }
            self.init(reason: .unreadableRow, detail: detail, file: file)
        case is RowDecodingError: self.init(reason: .unreadableRow, detail: "a column of another type", file: file)
        default: return nil
        }
    }
}

extension StoreUnavailable {
    /// Indicates whether this process lacks permission to read or change a database or one of the files beside it.
    private static func isClosedToUs(_ file: String?) -> Bool {
        guard let file else { return false }
        return ["", "-wal", "-shm"].contains { access(file + $0, R_OK | W_OK) != 0 && errno == EACCES }
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
