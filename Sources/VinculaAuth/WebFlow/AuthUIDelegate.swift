public import Foundation

#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// Presents a sign-in page.
    #if canImport(ObjectiveC)
        @objc(FIRAuthUIDelegate)
    #endif
    public protocol AuthUIDelegate: NSObjectProtocol {
        /// Shows a view controller of a sign-in.
        ///
        /// - Parameters:
        ///   - viewControllerToPresent: The view controller to present.
        ///   - flag: If true, the presentation is animated.
        ///   - completion: Called after the presentation.
        #if canImport(ObjectiveC)
            @objc(presentViewController:animated:completion:)
        #endif
        @preconcurrency @MainActor
        func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)?)

        /// Dismisses what ``present(_:animated:completion:)`` presented.
        ///
        /// - Parameters:
        ///   - flag: If true, the dismissal is animated.
        ///   - completion: Called after the dismissal.
        #if canImport(ObjectiveC)
            @objc(dismissViewControllerAnimated:completion:)
        #endif
        @preconcurrency @MainActor
        func dismiss(animated flag: Bool, completion: (() -> Void)?)
    }
#else
    /// A stand-in for UIKit's view controller on platforms without it, so that a delegate has the same shape on all platforms.
    ///
    /// It is never presented: sign-in happens in the person's own browser.
    public final class AuthViewControllerPlaceholder: NSObject, Sendable {}

    /// Opens a sign-in page.
    ///
    /// All requirements have defaults. A delegate only needs to implement ``open(_:)``, to use something other than the
    /// system's browser.
    public protocol AuthUIDelegate: NSObjectProtocol {
        /// Opens the URL of a sign-in page in a browser. By default this is the system's browser; if there is none, or no
        /// display, a line with the URL is printed to standard error for a person to open, and if that is no terminal the
        /// sign-in ends with `webInternalError`. On Linux the browser first opens a URL of this process, which only this user's
        /// programs can use.
        ///
        /// The flow does not wait for this method: it may return immediately or when the browser is closed. Its task is
        /// cancelled when the flow ends. It is called on an unspecified thread, unless the delegate isolates it to the main
        /// actor.
        ///
        /// - Parameter url: The page's URL. It is specific to this sign-in: do not log or store it, and do not pass it to
        ///   another program as an argument if other users of the machine can read those.
        func open(_ url: URL) async

        /// For source compatibility with iOS; never called here. By default it calls `completion`.
        ///
        /// - Parameters:
        ///   - viewControllerToPresent: The view controller to present.
        ///   - flag: If true, the presentation is animated.
        ///   - completion: Called after the presentation.
        @preconcurrency @MainActor
        func present(_ viewControllerToPresent: AuthViewControllerPlaceholder, animated flag: Bool, completion: (() -> Void)?)

        /// For source compatibility with iOS; never called here. By default it calls `completion`.
        ///
        /// - Parameters:
        ///   - flag: If true, the dismissal is animated.
        ///   - completion: Called after the dismissal.
        @preconcurrency @MainActor
        func dismiss(animated flag: Bool, completion: (() -> Void)?)
    }

    extension AuthUIDelegate {
        /// Opens the page in the system's browser, or prints its URL; see ``AuthUIDelegate/open(_:)``.
        ///
        /// - Parameter url: The page's URL.
        public func open(_ url: URL) async {
            SystemBrowser().open(url)
        }

        /// Calls `completion` and does nothing else.
        ///
        /// - Parameters:
        ///   - viewControllerToPresent: Ignored.
        ///   - flag: Ignored.
        ///   - completion: Called at once.
        @preconcurrency @MainActor
        public func present(
            _ viewControllerToPresent: AuthViewControllerPlaceholder, animated flag: Bool, completion: (() -> Void)?
        ) {
            completion?()
        }

        /// Calls `completion` and does nothing else.
        ///
        /// - Parameters:
        ///   - flag: Ignored.
        ///   - completion: Called at once.
        @preconcurrency @MainActor
        public func dismiss(animated flag: Bool, completion: (() -> Void)?) {
            completion?()
        }
    }
#endif
