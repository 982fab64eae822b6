@_exported public import Foundation

// UIKit exports Foundation. Its classes belong to the main actor.

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    open class var shared: UIApplication { trap() }
    open var connectedScenes: Set<UIScene> { trap() }

    open func open(
        _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) { trap() }

    @discardableResult
    open func open(_ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { trap() }
}

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    open var activationState: UIScene.ActivationState { trap() }
}

@MainActor open class UIWindowScene: UIScene {
    open var keyWindow: UIWindow? { trap() }
    open var windows: [UIWindow] { trap() }
}

@MainActor open class UIView: UIResponder {
    open var window: UIWindow? { trap() }
}

@MainActor open class UIWindow: UIView {}

@MainActor open class UIViewController: UIResponder {
    open var viewIfLoaded: UIView? { trap() }

    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        trap()
    }

    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { trap() }
}

private func trap() -> Never { preconditionFailure("A stub is not run.") }
