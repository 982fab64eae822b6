@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene

    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { trap() }
}

public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never
    public var body: Never { trap() }

    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene

    @SceneBuilder @MainActor @preconcurrency var body: Body { get }

    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() { trap() }
}
