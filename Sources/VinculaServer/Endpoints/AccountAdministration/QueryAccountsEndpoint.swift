import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:query`: counts accounts, finds some, or lists them in order.
    func queryAccounts(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: QueryAccountsRequest.self)
        if let expressions = request.expression, !expressions.isEmpty {
            let found = try await engine.accounts.findAccounts(Self.search(expressions), in: call.scope)
            return try Answer.json(Self.response(found, request, in: call.scope))
        }
        guard request.returnUserInfo ?? true else {
            let count = try await engine.accounts.countAccounts(in: call.scope)
            return try Answer.json(QueryAccountsResponse(recordsCount: count, userInfo: nil))
        }
        let query = AccountQuery(
            sortBy: Self.sortField(request.sortBy), descending: request.order == .desc,
            limit: try Self.number(request.limit, "limit", default: 500, in: 1...500),
            offset: try Self.number(request.offset, "offset", default: 0, in: 0...Int64(Int32.max)))
        return try Answer.json(
            Self.response(try await engine.accounts.queryAccounts(query, in: call.scope), request, in: call.scope))
    }

    private static func response(
        _ accounts: [Account], _ request: QueryAccountsRequest, in scope: ProjectScope
    ) -> QueryAccountsResponse {
        let users = request.returnUserInfo ?? true ? accounts.map { UserInfo($0, in: scope) } : nil
        return QueryAccountsResponse(recordsCount: accounts.count, userInfo: users)
    }

    private static func search(_ expressions: [QueryAccountsRequest.Expression]) -> AccountSearch {
        var search = AccountSearch()
        for expression in expressions {
            if let id = expression.userId {
                search.ids.append(id)
            } else if let email = expression.email {
                search.emails.append(email)
            } else if let phone = expression.phoneNumber {
                search.phoneNumbers.append(phone)
            }
        }
        return search
    }

    private static func sortField(_ field: SortByField?) -> AccountQuery.SortField {
        switch field {
        case nil, .unspecified, .userId: .id
        case .name: .displayName
        case .createdAt: .createdAt
        case .lastLoginAt: .lastSignInAt
        case .userEmail: .email
        }
    }

    private static func number(
        _ value: Int64Text?, _ name: String, default: Int, in range: ClosedRange<Int64>
    ) throws(AuthError) -> Int {
        guard let value = value?.value else { return `default` }
        guard range.contains(value) else {
            throw .invalidArgument(
                "Invalid JSON payload received. /\(name) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(value)
    }
}
