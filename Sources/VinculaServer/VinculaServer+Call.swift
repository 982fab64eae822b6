import HTTPTypes
import Hummingbird
import HummingbirdCore
import VinculaCore
import VinculaEngine

extension VinculaServer {
    /// Makes a call out of a request: who sends it, whether they may, what it is about, and what it says. The body is read
    /// last, so that whoever is refused before costs little.
    func call(_ request: Request, _ context: ServerContext, route: Route) async throws -> Call {
        try hosts.check(request)
        if route.access == .console {
            try hosts.requireOperator(request)
        } else if options.isAdminPort {
            try hosts.requireLocalCaller(request)
        }
        if route.access == .visitor { try hosts.requireVisitor(request) }
        let query = try QueryParameters(request.uri.query)
        let named = try Self.project(in: context.parameters)
        let client = ClientAddress(of: request.headers, peer: context.peer, proxies: options.trustedProxies)

        let identified = try await identify(request, query: query, from: client, route)
        let isAdministrator = identified.caller == .administrator
        if options.isDevelopment, isAdministrator || route.access == .developer { try hosts.requireLocalCaller(request) }
        try requireRights(of: identified, named: named, route)

        let project = try ProjectScope(named: named ?? identified.project ?? options.project)
        try await admitSignUp(request, from: client, in: project, route)
        if isAdministrator, identified.project == nil { try await requireKnown(project.project) }

        let body = try await receive(request, from: identified, route)
        let tenants = namedTenants(context.parameters, query, body, route)
        // Where an administrator's path names no project, the body may; see ``Call/scope(target:)``.
        let target = isAdministrator && named == nil && identified.project == nil ? tenants.body.targetProjectId : nil
        return Call(
            scope: try await scope(in: project, target: target, naming: tenants, route), caller: identified.caller,
            ownProject: isAdministrator ? identified.project : nil,
            seesHashes: isAdministrator && !identified.isReadOnly,
            actor: route.access == .developer ? .administrator("owner") : identified.actor, client: client,
            requestID: context.requestID,
            body: body,
            query: query, parameters: context.parameters, headers: request.headers, method: request.method,
            path: request.uri.path, authority: request.head.authority)
    }

    /// Returns the project that a path names.
    ///
    /// - Throws: ``AuthError/projectNotFound(_:)``.
    private static func project(in parameters: Parameters) throws(AuthError) -> String? {
        let named = parameters.get("project").map { PercentEncoding.decoded($0.utf8) }
        if let named, !named.isStreamSafe { throw .projectNotFound("with that name") }
        return named
    }

    /// Identifies the caller, and counts the request against their limit.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``, or what
    ///   ``IdentifiedCaller/identify(_:query:from:_:options:engine:)`` throws.
    private func identify(
        _ request: Request, query: QueryParameters, from client: ClientAddress, _ route: Route
    ) async throws -> IdentifiedCaller {
        let limits = endpoints.engine.limits
        // A caller without a bearer token is an app, and counts before its key is looked up; an invalid bearer token counts
        // too.
        let isApp = request.headers.bearer == nil
        if isApp {
            // A sign-up counts by its project's quota, which is known only later.
            try limits.admit(route.limit == .signUp ? .other : route.limit, .anybody, from: client)
        }
        var identified = IdentifiedCaller.anybody
        if route.access.isIdentified {
            do {
                identified = try await IdentifiedCaller.identify(
                    request.headers, query: query, from: client, route, options: options,
                    engine: endpoints.engine)
            } catch let error as AuthError {
                if !isApp { try limits.admit(.other, from: client) }
                throw error
            }
        }
        if !isApp { try limits.admit(route.limit, identified, from: client) }
        return identified
    }

    /// Requires that an administrator of one project stays in it, and that one who may only read does not write.
    ///
    /// - Throws: ``AuthError/permissionDenied``.
    private func requireRights(of caller: IdentifiedCaller, named: String?, _ route: Route) throws(AuthError) {
        guard caller.caller == .administrator, let own = caller.project else { return }
        guard named == nil || named == own, !caller.isReadOnly || route.effect == .reads else { throw .permissionDenied }
    }

    /// Counts an app's sign-up by its project's quota, or by the server's limit.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``, or the store's errors.
    private func admitSignUp(
        _ request: Request, from client: ClientAddress, in project: ProjectScope, _ route: Route
    ) async throws {
        guard route.limit == .signUp, request.headers.bearer == nil else { return }
        try await endpoints.engine.admitSignUp(from: client, in: project)
    }

    /// Requires that a project has been created, or is the server's own: a change to one whose name was mistyped would have
    /// no visible effect. Under `--dev` every project exists, as in the emulator.
    ///
    /// - Throws: ``AuthError/projectNotFound(_:)``.
    private func requireKnown(_ project: String) async throws {
        guard !options.isDevelopment, project != options.project else { return }
        guard try await endpoints.engine.projects.knowsProject(project) else { throw AuthError.projectNotFound(project) }
    }

    /// Receives the body, which may be larger if it comes from an administrator.
    private func receive(_ request: Request, from caller: IdentifiedCaller, _ route: Route) async throws -> ReceivedBody {
        let isTrusted = caller.caller == .administrator || route.access == .developer
        let limit = route.longestBody(isTrusted: isTrusted, options)
        var options = options
        if route.takesManyRows { options.maximumJSONValues = options.maximumRowValues }
        return try await ReceivedBody.receive(request, upTo: limit, options: options)
    }

    /// Returns the tenants that a request names. Pages and keys are not about a caller's tenant; flows find theirs by their
    /// state.
    private func namedTenants(
        _ parameters: Parameters, _ query: QueryParameters, _ body: ReceivedBody, _ route: Route
    ) -> NamedTenants {
        var tenants = NamedTenants()
        guard route.access.isIdentified || route.access == .developer else { return tenants }
        tenants.path = parameters.get("tenant").map { PercentEncoding.decoded($0.utf8) }
        tenants.query = query["tenantId"]
        tenants.body = body.namingTenants
        return tenants
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
        var token: ProjectScope?
        if let idToken = tenants.body.idToken, !idToken.isEmpty { token = try await endpoints.engine.scope(ofGenuine: idToken) }
        let choice = try tenants.choice(in: name, token: token)
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
}
