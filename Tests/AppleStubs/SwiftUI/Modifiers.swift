public import Foundation

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle, StubView, Hashable {
    public static let blue = Color()
    public static let red = Color()
    public static let secondary = Color()
}

public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == Color {
    public static var blue: Color { trap() }
    public static var red: Color { trap() }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { trap() }
}

public struct Font: Hashable, Sendable {
    public static let body = Font()
}

public enum TextAlignment: Hashable, CaseIterable, Sendable {
    case leading, center, trailing
}

public enum Edge: Int8, CaseIterable, Sendable {
    case top, leading, bottom, trailing

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8

        public init(rawValue: Int8) { self.rawValue = rawValue }

        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8)
        public static let all = Set(rawValue: 15)
    }
}

@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public nonisolated init() {}
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    @MainActor @preconcurrency public static var bordered: BorderedButtonStyle { trap() }
}

extension View {
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: SwiftUI.CGFloat? = nil) -> some View { EmptyView() }
    public nonisolated func padding(_ length: SwiftUI.CGFloat) -> some View { EmptyView() }
    public nonisolated func disabled(_ disabled: Bool) -> some View { EmptyView() }
    public nonisolated func font(_ font: Font?) -> some View { EmptyView() }
    // Deprecated in favour of `foregroundStyle`, but not yet so that the compiler warns.
    public nonisolated func foregroundColor(_ color: Color?) -> some View { EmptyView() }
    public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    public nonisolated func tint(_ tint: Color?) -> some View { EmptyView() }
    public nonisolated func tint<S: ShapeStyle>(_ tint: S?) -> some View { EmptyView() }
    public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { EmptyView() }
    public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { EmptyView() }

    public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { EmptyView() }
    @_disfavoredOverload
    public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { EmptyView() }
    public nonisolated func navigationTitle(_ title: Text) -> some View { EmptyView() }
    public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { EmptyView() }
    public nonisolated func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { EmptyView() }

    public nonisolated func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { EmptyView() }
    @_disfavoredOverload
    public nonisolated func alert<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View { EmptyView() }
    public nonisolated func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View { EmptyView() }

    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView() }
    public nonisolated func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { EmptyView() }
}

#if canImport(UIKit)
    // Neither macOS nor tvOS has these.
    public struct NavigationBarItem: Sendable {
        public enum TitleDisplayMode: Sendable {
            case automatic, inline, large
        }
    }

    extension View {
        public nonisolated func navigationBarTitleDisplayMode(
            _ displayMode: NavigationBarItem.TitleDisplayMode
        ) -> some View { EmptyView() }
    }
#endif
