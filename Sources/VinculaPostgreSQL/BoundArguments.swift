import Foundation
import VinculaSQL

/// The arguments of a statement as libpq takes them. Numbers and texts are text, which fits whatever type the server expects.
struct BoundArguments: Equatable {
    private var bytes: ContiguousArray<UInt8> = []
    /// The beginning of each argument's bytes; `nil` for `NULL`.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []
    /// 1 for bytes.
    private var formats: [Int32] = []

    /// No arguments.
    init() {}

    /// - Throws: ``StoreError/nulInText``.
    init(_ arguments: SQLArguments) throws {
        offsets.reserveCapacity(arguments.count)
        for argument in arguments {
            switch argument?.sqlValue ?? .null {
            case .null: add(nil, isBytes: false)
            case .integer(let number): add(String(number).utf8, isBytes: false)
            case .text(let text):
                guard !text.utf8.contains(0) else { throw StoreError.nulInText }
                add(text.utf8, isBytes: false)
            case .blob(let data): add(data, isBytes: true)
            }
        }
    }

    private mutating func add(_ value: (any Collection<UInt8>)?, isBytes: Bool) {
        offsets.append(value == nil ? nil : bytes.count)
        lengths.append(Int32(truncatingIfNeeded: value?.count ?? 0))
        formats.append(isBytes ? 1 : 0)
        if let value { bytes.append(contentsOf: value) }
        bytes.append(0)
    }

    func withPointers<Result>(
        _ body: (
            _ count: Int32, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
            _ formats: UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            let base = buffer.bindMemory(to: CChar.self).baseAddress
            let values = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
            return values.withUnsafeBufferPointer { values in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        body(Int32(values.count), values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
