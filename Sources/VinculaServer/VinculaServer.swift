import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import IdentityToolkit
package import Logging
import NIOCore
import ServiceLifecycle
import VinculaCore
package import VinculaEngine

/// The HTTP server for an engine.
package struct VinculaServer: Sendable {
    /// The product's version.
    package static let version = ProductVersion.current

    private let endpoints: Endpoints
    private let options: ServerOptions
    private let connections: OpenConnections
    private let closedProjects: ClosedProjects
    private let requestLog = RequestLog()

    package init(
        engine: AuthEngine, options: ServerOptions, metrics: ServerMetrics, readiness: Readiness,
        connections: OpenConnections = OpenConnections()
    ) {
        self.options = options
        self.connections = connections
        closedProjects = ClosedProjects(notices: options.notices)
        var engine = engine
        let address = options.address
        engine.actionLinks = ActionLinks(
            server: { address.url }, isEmulator: options.isDevelopment, apps: options.apps.identifiers)
        options.apps.add(to: &engine.registeredApps)
        endpoints = Endpoints(engine: engine, options: options, metrics: metrics, readiness: readiness)
    }

    /// Returns the server as a service that runs until it is told to stop, and then answers the requests that it has
    /// accepted.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - logger: The logger for requests.
    ///   - onRunning: Called with the port once connections are accepted.
    package func application(
        host: String, port: Int, logger: Logger, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            router: router(),
            server: HTTPServerBuilder { [options, connections] responder in
                let plain = GuardedHTTPChannel(
                    responder: responder, limits: ConnectionLimits(options), connections: connections,
                    proxies: ProxyWatch(options))
                guard let certificate = options.certificate else { return plain }
                return TLSChannel(base: plain, certificate: certificate)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 1024),
            onServerRunning: { [options, connections] channel in
                await AcceptGate.add(
                    to: channel, maximum: options.maximumConnections, connections: connections, logger: logger)
                // Clients wait for the public port.
                if !options.isAdminPort { endpoints.readiness.set(true) }
                await onRunning(channel.localAddress?.port ?? port)
            },
            logger: logger)
    }

    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SafetyHeadersMiddleware(address: options.address))
        router.add(
            middleware: CORSMiddleware(
                administratorPaths: Self.paths { $0 == .administrator || $0 == .developer },
                visitorPaths: Self.paths { $0 == .visitor }))
        router.add(middleware: ObservationMiddleware(metrics: endpoints.metrics))
        router.add(middleware: ErrorMiddleware(metrics: endpoints.metrics, isDevelopment: options.isDevelopment))
        router.add(middleware: ExactPathMiddleware())
        let routes = Routes.all.filter { $0.isServed(options) }
        for route in routes {
            for path in route.paths {
                router.on(RouterPath(path), method: route.method) { request, context in
                    let call = try await call(request, context, route: route)
                    do {
                        return try await requestLog.record(
                            call, route.operation, endpoints.engine, context.logger, status: { $0.status.code },
                            { try await route.handler(endpoints.acting(for: call))(call) })
                    } catch let error as AuthError {
                        // Each message takes one request of the address's limit, not two: this one only asked what to prove.
                        if case .missingAppCredential = error, call.caller == .app, let limit = route.limit {
                            try endpoints.engine.limits.recount(limit, from: call.client)
                        }
                        if route.access == .app { await closedProjects.look(at: error, in: call.scope, endpoints.engine) }
                        throw error
                    }
                }
            }
        }
        refuseOtherMethods(of: routes, on: router)
        return router
    }

    /// Returns the paths that some callers have, as the router writes them.
    private static func paths(for access: (Route.Access) -> Bool) -> Set<String> {
        Set(Routes.all.filter { access($0.access) }.flatMap { route in route.paths.map { RouterPath($0).description } })
    }

    /// Makes a path answer 405, not 404, to methods that it does not support.
    private func refuseOtherMethods(of routes: [Route], on router: Router<ServerContext>) {
        let methods = Dictionary(
            routes.flatMap { route in route.paths.map { ($0, [route.method]) } }, uniquingKeysWith: +)
        for (path, known) in methods {
            let place = RouterPath(path)
            let allowed = (known.contains(.get) ? known + [.head] : known).map(\.rawValue).sorted().joined(separator: ", ")
            for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete, .head, .options, .trace]
            where !known.contains(method) {
                if method == .head, known.contains(.get) { continue }
                router.on(place, method: method) { request, _ -> Response in
                    throw RequestRefusal.methodNotAllowed(request.method.rawValue, allowed: allowed)
                }
            }
        }
    }

    /// Requires that a project has been created, or is the server's own: a change to one whose name was mistyped would have
    /// no visible effect. Under `--dev` every project exists, as in the emulator.
    ///
    /// - Throws: ``AuthError/projectNotFound(_:)``.
    private func requireKnown(_ project: String) async throws {
        guard !options.isDevelopment, project != options.project else { return }
        guard try await endpoints.engine.projects.knowsProject(project) else { throw AuthError.projectNotFound(project) }
    }

    /// Finds the tenant that a request is about, and requires that it can be used by the request.
    ///
    /// - Parameters:
    ///   - project: The project, without a tenant.
    ///   - target: The project that the body names instead; the endpoint decides whether it may.
    /// - Throws: ``AuthError/tenantIDMismatch``, ``AuthError/invalidTenantID``, ``AuthError/unsupportedTenantOperation``,
    ///   ``AuthError/tenantNotFound``, ``AuthError/projectDisabled``.
    private func scope(
        in project: ProjectScope, target: String?, naming tenants: NamedTenants, _ route: Route
    ) async throws -> ProjectScope {
        let name = target.flatMap { ProjectScope.isProjectID($0) ? $0 : nil } ?? project.project
        let choice = try tenants.choice(in: name, tokens: endpoints.engine.tokens)
        guard !choice.tenant.isEmpty else { return project }
        guard route.tenancy != .projectOnly else { throw AuthError.unsupportedTenantOperation }
        let used = ProjectScope(project: name, tenant: choice.tenant)
        if options.isDevelopment { try await endpoints.engine.projects.requireDevelopmentTenant(used) }
        switch route.tenancy {
        case .accounts: try await endpoints.engine.projects.requireTenantInUse(used)
        case .configuration, .projectOnly: _ = try await endpoints.engine.projects.tenant(used)
        }
        return project.withTenant(choice.tenant)
    }

    /// Identifies the caller and reads the request.
    private func call(
        _ request: Request, _ context: ServerContext, route: Route
    ) async throws -> Call {
        let hosts = HostRule(options: options)
        try hosts.check(request)
        if options.isAdminPort { try hosts.requireLocalCaller(request) }
        if route.access == .visitor { try hosts.requireVisitor(request) }
        let query = try QueryParameters(request.uri.query)
        let named = context.parameters.get("project").map { PercentEncoding.decoded($0.utf8) }
        if let named, !named.isStreamSafe { throw AuthError.projectNotFound("with that name") }
        let client = ClientAddress(of: request.headers, peer: context.peer, proxies: options.trustedProxies)
        let limits = endpoints.engine.limits
        var identified = IdentifiedCaller.anybody
        // A caller without a bearer token is an app, and counts before its key is looked up; an invalid bearer token counts
        // too.
        let isApp = request.headers.bearer == nil
        // A sign-up counts by its project's quota, which is known only then.
        let isSignUp = isApp && route.limit == .signUp
        if isApp { try limits.admit(isSignUp ? .other : route.limit, identified, from: client) }
        if route.access.isIdentified {
            do {
                identified = try await IdentifiedCaller.identify(
                    request.headers, query: query, namesProject: route.access == .administrator, options: options,
                    engine: endpoints.engine)
            } catch let error as AuthError {
                if !isApp { try limits.admit(.other, from: client) }
                throw error
            }
        }
        if !isApp { try limits.admit(route.limit, identified, from: client) }
        let isAdministrator = identified.caller == .administrator
        if options.isDevelopment, isAdministrator || route.access == .developer { try hosts.requireLocalCaller(request) }
        if isAdministrator, let own = identified.project,
            named.map({ $0 != own }) == true || identified.isReadOnly && route.effect != .reads
        {
            throw AuthError.permissionDenied
        }
        let project = try ProjectScope(named: named ?? identified.project ?? options.project)
        if isSignUp, limits.isOn {
            let quota = try await endpoints.engine.projects.settings(of: project.project).signUpQuota
            try limits.admitSignUp(from: client, quota: quota?.perHour(at: endpoints.engine.clock.now), in: project)
        }
        if isAdministrator, identified.project == nil { try await requireKnown(project.project) }
        let isTrusted = isAdministrator || route.access == .developer
        let limit = route.longestBody(isTrusted: isTrusted, options)
        var options = options
        if route.takesManyRows { options.maximumJSONValues = options.maximumRowValues }
        let body = try await ReceivedBody.receive(request, upTo: limit, options: options)
        var tenants = NamedTenants()
        // Pages and keys are not about a caller's tenant; flows find theirs by their state.
        if route.access.isIdentified || route.access == .developer {
            tenants.path = context.parameters.get("tenant").map { PercentEncoding.decoded($0.utf8) }
            tenants.query = query["tenantId"]
            tenants.body = body.namingTenants
        }
        // Where an administrator's path names no project, the body may; see ``Call/scope(target:)``.
        let target = isAdministrator && named == nil && identified.project == nil ? tenants.body.targetProjectId : nil
        let scope = try await self.scope(in: project, target: target, naming: tenants, route)
        return Call(
            scope: scope, caller: identified.caller, ownProject: isAdministrator ? identified.project : nil,
            seesHashes: isAdministrator && !identified.isReadOnly,
            actor: route.access == .developer ? .administrator("owner") : identified.actor, client: client, body: body,
            query: query,
            parameters: context.parameters, headers: request.headers, method: request.method, path: request.uri.path,
            authority: request.head.authority)
    }
}
