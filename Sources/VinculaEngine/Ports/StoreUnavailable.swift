/// The store cannot be read or written at the moment, through no fault of the request; nothing was changed.
public struct StoreUnavailable: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
        case diskFull = "the disk is full"
        case readOnly = "the data cannot be written to"
        case failingDisk = "the disk does not do what it is told"
        case busy = "another process holds the data"
    }

    public let reason: Reason
    /// The store's own words; nothing of the request is in it.
    public let detail: String

    public init(reason: Reason, detail: String) {
        self.reason = reason
        self.detail = detail
    }
}
