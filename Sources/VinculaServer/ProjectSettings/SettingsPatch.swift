import Foundation
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// A change of a project's settings, checked as `PATCH projects/{p}/config` is.
struct ProjectPatch: Sendable {
    let config: ProjectConfig
    let mask: FieldMask

    /// Applies the change.
    ///
    /// - Throws: ``AuthError``, or the errors of sealing.
    func apply(
        to settings: inout ProjectSettings, of project: String, _ engine: AuthEngine, isDevelopment: Bool
    ) throws {
        let limits = settings.sessions.limits
        let (projects, functions, now) = (engine.projects, engine.blocking, engine.clock.now)
        try config.apply(
            to: &settings, mask: mask, now: now, templates: engine.mailRenderer, mayReach: functions.mayReach
        ) {
            try projects.sealMailPassword($0, kept: $1, of: project)
        }
        try settings.sessions.limits.require(within: engine.sessionLife, since: limits)
        try config.blockingFunctions?.apply(to: &settings.blocking, mask: mask, now: now, check: functions.check)
        try config.vincula?.migration?.apply(
            to: &settings.migration, mask: mask, of: project, sealer: engine.sealer, allowsPlain: isDevelopment, now: now)
    }
}

/// The body and the mask of a change that no client sent.
struct SettingsPatch: Sendable {
    private var body: JSONValue = .object([:])
    private var paths: [String] = []

    /// Adds a field's new value.
    mutating func set(_ path: String, _ value: JSONValue) {
        body.set(path.split(separator: ".").map { .member(String($0)) }, value)
        if !paths.contains(path) { paths.append(path) }
    }

    /// The value that was added for a field.
    func value(at path: String) -> JSONValue? {
        paths.contains(path) ? body.value(at: path.split(separator: ".").map { .member(String($0)) }) : nil
    }

    /// Checks the body and the mask as those of a client.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)``.
    func decoded<Wire: AdministratorRequest>(
        as type: Wire.Type, emptiable: Set<String>
    ) throws -> (message: Wire, mask: FieldMask) {
        let mask = try FieldMask([paths.joined(separator: ",")], of: type)
        try mask.requireFields(in: body, of: type, emptiable: emptiable)
        do {
            return (try JSONDecoder().decode(type, from: Data(body.text.utf8)), mask)
        } catch let error as DecodingError {
            throw WrongType.answer(to: error, in: body)
        } catch let error as UnknownEnumValue {
            throw WrongType.answer(to: error)
        }
    }
}

/// A step from a JSON value to one inside it.
enum JSONStep: Hashable, Sendable {
    case member(String)
    case item(Int)
}

extension JSONValue {
    /// The value at the end of a path; `nil` if there is none.
    func value(at path: some Sequence<JSONStep>) -> JSONValue? {
        var value = self
        for step in path {
            switch (step, value) {
            case (.member(let name), .object(let members)):
                guard let member = members[name] else { return nil }
                value = member
            case (.item(let index), .array(let items)):
                guard items.indices.contains(index) else { return nil }
                value = items[index]
            default: return nil
            }
        }
        return value
    }

    /// Sets the value at the end of a path, and makes what is missing on the way.
    ///
    /// - Parameter new: `nil` to remove a member, and the objects that are empty without it.
    mutating func set(_ path: some Collection<JSONStep>, _ new: JSONValue?) {
        guard let step = path.first else {
            self = new ?? .null
            return
        }
        let rest = path.dropFirst()
        switch step {
        case .member(let name):
            var members: [String: JSONValue] = if case .object(let members) = self { members } else { [:] }
            var value = members[name] ?? .null
            value.set(rest, new)
            let isGone = new == nil && (rest.isEmpty || value == .object([:]) || value == .null)
            members[name] = isGone ? nil : value
            self = .object(members)
        case .item(let index):
            var items: [JSONValue] = if case .array(let items) = self { items } else { [] }
            while items.count <= index { items.append(.object([:])) }
            items[index].set(rest, new)
            self = .array(items)
        }
    }
}
