import GRDB
import VinculaEngine

extension StoreUnavailable {
    /// Reads whether the machine, and not the statement, is what an error is about; `nil` if not.
    init?(_ error: DatabaseError) {
        let reason: Reason
        switch error.resultCode {
        case .SQLITE_FULL: reason = .diskFull
        case .SQLITE_READONLY, .SQLITE_PERM: reason = .readOnly
        case .SQLITE_IOERR, .SQLITE_CANTOPEN: reason = .failingDisk
        case .SQLITE_BUSY, .SQLITE_LOCKED: reason = .busy
        default: return nil
        }
        // The statement and its arguments are not told.
        self.init(reason: reason, detail: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "")")
    }
}
