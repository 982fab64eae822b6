// SwiftUI's views, how they are built, and their state. Unlike Apple's module, this one exports neither Foundation nor Combine,
// because what is visible of them there depends on the release.

public import Combine
public import Observation

/// CoreGraphics' type, which SwiftUI does export. Foundation has it on Linux.
public struct CGFloat: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, Sendable {
    public init(integerLiteral value: Int) {}
    public init(floatLiteral value: Double) {}
}

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View

    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public typealias Body = Never
    public var body: Never { trap() }
}

/// A view of SwiftUI's own, which has no body.
@MainActor @preconcurrency public protocol StubView: View where Body == Never {}

extension StubView {
    public var body: Never { trap() }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    public var body: Never { trap() }
}

public struct EmptyView: StubView {
    public nonisolated init() {}
}

public struct TupleView<T>: StubView {
    public nonisolated init(_ value: T) {}
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: StubView {
    fileprivate nonisolated init() {}
}

@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { trap() }
    @available(*, unavailable, message: "this expression does not conform to 'View'")
    public static func buildExpression(_ invalid: Any) -> some View { EmptyView() }
    public static func buildBlock() -> EmptyView { trap() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { trap() }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { trap() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { trap() }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { trap() }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { trap() }
}

public protocol DynamicProperty {}

@propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) {}
    public init(initialValue value: Value) {}

    public var wrappedValue: Value {
        get { trap() }
        nonmutating set { trap() }
    }
    public var projectedValue: Binding<Value> { trap() }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    public init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void) {}

    public var wrappedValue: Value {
        get { trap() }
        nonmutating set { trap() }
    }
    public var projectedValue: Binding<Value> { trap() }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { trap() }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { trap() }

    @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
    public init(wrappedValue: Value) { trap() }
}

extension Bindable where Value: AnyObject {
    public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> { trap() }
}

extension Bindable where Value: Observable, Value: AnyObject {
    public init(wrappedValue: Value) { trap() }
    public init(_ wrappedValue: Value) { trap() }
}

@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> { trap() }
    }

    public init(wrappedValue: ObjectType) { trap() }
    public init(initialValue: ObjectType) { trap() }

    public var wrappedValue: ObjectType
    public var projectedValue: Wrapper { trap() }
}

func trap() -> Never { preconditionFailure("A stub is not run.") }
