@_exported public import Foundation

// AppKit exports Foundation.

open class NSWorkspace: NSObject {
    open class var shared: NSWorkspace { trap() }

    @discardableResult
    open func open(_ url: URL) -> Bool { trap() }
}

@MainActor open class NSResponder: NSObject {}

@MainActor open class NSWindow: NSResponder {}

private func trap() -> Never { preconditionFailure("A stub is not run.") }
