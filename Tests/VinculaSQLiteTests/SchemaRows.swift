/// A row or two for every table, in the columns that it had when it was made: what an older version left behind.
enum SchemaRows {
    /// By the step that made the tables. A step that makes a table has an entry here, or `UpgradeTests` fails.
    static let sql: [String: String] = [
        "0001-initial": """
        INSERT INTO accounts (id, project, tenant, uid, email, email_verified, display_name, photo_url, phone, password_hash,
            password_updated_at, is_disabled, custom_claims, valid_since, generation, initial_email, created_at,
            last_sign_in_at, last_refresh_at)
        VALUES (1, 'p', '', 'ana', 'ana@example.com', 1, 'Ana', 'https://example.com/a.png', '+12025550100', '$argon2id$h',
            1000, 0, '{"role":"editor"}', 1, 7, 'old@example.com', 1000, 2000, 3000),
            (2, 'p', '', 'nobody', NULL, 0, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, 8, NULL, 1000, 2000, NULL);
        INSERT INTO identities (id, account, project, tenant, provider, subject, issuer, email, display_name, photo_url,
            screen_name)
        VALUES (1, 1, 'p', '', 'google.com', 's', 'https://accounts.google.com', 'ana@example.com', 'Ana', NULL, 'ana');
        INSERT INTO sessions (id, account, auth_time, sign_in_provider, generation, active_hash, parent_hash, rotated_at, branch)
        VALUES (x'01', 1, 1000, 'password', 7, x'0a', x'0b', 2000, 1), (x'02', 2, 1000, 'anonymous', 8, x'0c', NULL, NULL, 0);
        INSERT INTO pending_credentials (token_hash, account, presented, expires_at) VALUES (x'03', 1,
            '{"email":"ana@example.com","key":{"issuer":"github.com","provider":"github.com","subject":"h"},\
        "ownership":"claimed","profile":{}}', 9000);
        INSERT INTO project_settings (project, settings) VALUES ('p', '{"emailEnabled":true,"anonymousEnabled":true}');
        INSERT INTO openid_providers (project, tenant, id, provider)
        VALUES ('p', '', 'oidc.acme',
            '{"allowsCode":false,"allowsIDToken":true,"clientID":"app","id":"oidc.acme","isEnabled":true,\
        "issuer":"https://id.acme.example"}');
        INSERT INTO signing_keys (id, purpose, sealed_private_key, certificate, created_at, active_from, retired_at)
        VALUES ('k', 'idToken', x'01', '-----BEGIN CERTIFICATE-----', 1000, 1000, NULL);
        INSERT INTO sealed_secrets (name, secret) VALUES ('refresh-token-key', x'01');
        """,
        "0002-service-accounts-and-api-keys": """
        INSERT INTO api_keys (key, project, label, created_at) VALUES ('AIza', 'p', 'web', 1000);
        INSERT INTO service_accounts (email, project, client_id, role, is_disabled, created_at)
        VALUES ('b@p.iam', 'p', '1', 'owner', 0, 1000);
        INSERT INTO service_account_keys (id, service_account, public_key, certificate, created_at)
        VALUES ('sk', 'b@p.iam', '{}', 'c', 1000);
        INSERT INTO used_assertions (hash, expires_at) VALUES (x'01', 9000);
        """,
        "0003-rate-limits": """
        INSERT INTO password_attempts (target, neighbourhood, failures, last_failure_at, last_success_at, expires_at)
        VALUES (x'01', x'', 3, 1000, NULL, 9000);
        """,
        "0004-audit-log": """
        INSERT INTO audit_log (sequence, time, project, tenant, actor_kind, actor_id, action, account, client_address,
            details, previous, seal)
        VALUES (1, 1000, 'p', '', 'user', '', 'password.change', 'ana', '192.0.2.1', '{}', x'', x'01'),
            (2, 2000, NULL, NULL, 'server', '', 'signing-key.create', NULL, NULL, '{}', x'01', x'02');
        INSERT INTO audit_head (id, sequence, last, seal) VALUES (1, 2, x'02', x'03');
        """,
        "0005-supported-providers": """
        INSERT INTO supported_providers (project, tenant, id, provider)
        VALUES ('p', '', 'github.com',
            '{"apple":{"bundleIDs":[]},"clientID":"gh","id":"github.com","isEnabled":true,"otherClientIDs":[]}');
        """,
        "0006-mail": """
        INSERT INTO action_codes (id, project, tenant, purpose, account, email, new_email, target, digits, sealed_link,
            mismatches, created_at, expires_at, spent_at)
        VALUES ('c', 'p', '', 'PASSWORD_RESET', 1, 'ana@example.com', NULL, '{"opensInApp":false}', x'01', NULL, 0, 1000, 9000, NULL);
        INSERT INTO outbox (id, project, tenant, kind, recipient, sealed_mail, state, attempts, created_at, due_at, expires_at)
        VALUES ('m', 'p', '', 'resetPassword', x'01', x'02', 'waiting', 0, 1000, 1000, 9000);
        """,
        "0007-second-factors": """
        INSERT INTO second_factors (id, account, display_name, enrolled_at, sealed_secret, last_period)
        VALUES ('f', 1, 'phone', 1000, x'01', 5);
        INSERT INTO pending_sign_ins (id, account, first_factor, ways_in, failures, expires_at)
        VALUES ('s', 1, 'password', 'w', 0, 9000);
        INSERT INTO second_factor_enrollments (id, account, sealed_secret, failures, expires_at)
        VALUES ('e', 1, x'01', 0, 9000);
        """,
        "0012-mail-allowances": """
        INSERT INTO known_places (place, seen_at, expires_at) VALUES (x'01', 1000, 9000);
        """,
        "0013-service-period": """
        INSERT INTO service_period (id, since, seen_at) VALUES (1, 1000, 2000);
        """,
        "0014-browser-flows": """
        INSERT INTO browser_flows (id, project, tenant, provider, stage, browser_hash, session_hash, sealed_order, code_hash,
            sealed_result, is_suspect, expires_at)
        VALUES ('s', 'p', '', 'google.com', 'begun', x'01', x'02', x'03', NULL, NULL, 0, 9000),
            ('t', 'p', '', 'google.com', 'finished', NULL, x'02', NULL, x'04', x'05', 1, 9000);
        """,
        "0015-handover-codes": """
        INSERT INTO handover_codes (id, session, challenge, host, expires_at) VALUES (x'01', x'01', 'c', 'app.example', 9000);
        """,
        "0017-enrollment-proofs": """
        UPDATE second_factors SET enrolled_by = '{"signedInAt":1000,"wayIn":{"issuer":"i","provider":"google.com","subject":"s"}}';
        """,
        "0018-session-roots": """
        UPDATE sessions SET root = x'02', by_mail = 1;
        """,
        "0021-phone-codes": """
        INSERT INTO phone_codes (id, project, tenant, purpose, account, factor, number, sealed_code, expires_at, failures)
        VALUES ('n', 'p', '', 'signIn', NULL, NULL, '+12025550100', x'01', 9000, 0),
            ('o', 'p', '', 'enrollment', 'ana', NULL, '+12025550100', x'01', 9000, 0),
            ('q', 'p', '', 'secondFactor', 'ana', 'f', '+12025550100', x'01', 9000, 0);
        INSERT INTO second_factors (id, account, enrolled_at, phone, last_period) VALUES ('g', 1, 1000, '+12025550100', 0);
        INSERT INTO text_message_counts (key, count, expires_at) VALUES (x'01', 1, 9000);
        """,
        "0022-recovery-codes": """
        INSERT INTO recovery_code_sets (sequence, id, account, created_at, created_by)
        VALUES (1, 'codes', 1, 1000, '{"signedInAt":1000}');
        INSERT INTO recovery_codes (fingerprint, code_set) VALUES (x'01', 1), (x'02', 1);
        """,
        "0025-custom-tokens": """
        UPDATE accounts SET has_custom_token = 1 WHERE id = 1;
        UPDATE sessions SET claims = '{"tier":"gold"}' WHERE id = x'01';
        """,
        "0026-custom-token-keys": """
        INSERT INTO custom_token_keys (project, service_account, id, public_key, expires_at, is_disabled, created_at)
        VALUES ('p', 'f@q.iam', 'k', '{}', 9000, 1, 1000), ('p', 'f@q.iam', 'l', '{}', NULL, 0, 1000);
        """,
        "0027-imported-passwords": """
        INSERT INTO password_schemes (id, project, tenant, scheme, sealed_key)
        VALUES ('h', 'p', '', '{"algorithm":{"hmac":{"_0":"sha256","_1":"saltFirst"}},"length":32}', x'01'),
            ('b', 'p', '', '{"algorithm":{"bcrypt":{}},"length":60}', NULL);
        UPDATE accounts SET password_scheme = 'h', password_salt = x'02' WHERE uid = 'ana';
        """,
        "0029-revocations": """
        INSERT INTO revocations (project, tenant, session, account, generation, valid_since, issued_before, made_at, expires_at)
        VALUES ('p', '', 'h', NULL, NULL, NULL, NULL, 1000, 9000), ('p', '', NULL, 'ana', 8, 1, NULL, 1000, 9000),
            ('p', 't', NULL, 'ana', 8, NULL, NULL, 1000, 9000), ('p', '', NULL, NULL, NULL, NULL, 1, 1000, 9000);
        """,
        "0030-webhooks": """
        INSERT INTO webhooks (id, project, tenant, url, events, sealed_secret, created_at)
        VALUES ('w', 'p', '', 'https://a.example/', 'account.created account.deleted', x'01', 1000);
        """,
        "0031-tenants": """
        INSERT INTO tenants (project, tenant, settings, created_at)
        VALUES ('p', 'acme-a1b2c', '{"passwordEnabled":true,"passwordPolicy":{"isEnforced":true}}', 1000);
        """,
        "0033-sign-in-attributes": """
        UPDATE sessions SET attributes = '{"dept":"x"}' WHERE id = x'01';
        INSERT INTO openid_providers (project, tenant, id, provider)
        VALUES ('p', '', 'saml.acme',
            '{"allowsCode":false,"allowsIDToken":false,"clientID":"sp","id":"saml.acme","isEnabled":true,\
        "issuer":"idp","saml":{"certificates":["c"],"signsRequests":false,"ssoURL":"https://id.acme.example/"}}');
        """,
        "0035-import-runs": """
        INSERT INTO import_runs (project, tenant, file, options, records, file_offset, totals, rejected_bytes, started_at,
            finished_at)
        VALUES ('p', '', x'01', x'02', 5, 100, '{"created":4,"replaced":0,"unchanged":0,"failed":1,"passwords":4,"authenticators":0,\
        "refusals":{"a value is missing or cannot be used":1},"withoutPlace":{}}', 7, 1000, NULL);
        """,
        "0036-moving-projects": """
        INSERT INTO projects (project, created_at) VALUES ('q', 1000);
        INSERT INTO imported_accounts (account, generation, former_valid_since, valid_since) VALUES (1, 7, NULL, 1), (2, 8, 1, 2);
        INSERT INTO accounts_deleted_while_moving (project, tenant, uid, expires_at) VALUES ('p', '', 'gone', 9000);
        INSERT INTO exchanged_tokens (hash, project, tenant, session, exchanged_at, expires_at)
        VALUES (x'01', 'p', '', x'01', 1000, 9000);
        """,
        "0037-cookie-times": """
        UPDATE accounts SET cookies_until = 9000 WHERE uid = 'ana';
        INSERT INTO revocations (project, tenant, issued_before, lacks_factor, made_at, expires_at)
        VALUES ('p', '', 1, 1, 1000, 9000);
        """,
        "0039-several-servers": """
        INSERT INTO changes (topic, count) VALUES ('callers', 3);
        INSERT INTO leases (name, holder, until) VALUES ('expiredData', 's', 9000);
        """,
        "0040-deletions": """
        INSERT INTO deletions (project, tenant, begun_at, worker, until, accounts, last_tenant, last_uid)
        VALUES ('r', '', 1000, 'w', 9000, 0, NULL, NULL), ('p', 'gone', 1000, 'w', 9000, 3, 'gone', 'u');
        """,
        "0041-operators": """
        INSERT INTO operators (account, role, projects, created_at) VALUES (1, 'owner', NULL, 1000), (2, 'viewer', '["p"]', 1000);
        INSERT INTO operator_invitations (id, email, role, projects, created_at, expires_at)
        VALUES (x'01', NULL, 'owner', NULL, 1000, 9000), (x'02', 'op@example.com', 'support', '["p"]', 1000, 9000);
        """,
        "0042-usage-counts": """
        INSERT INTO usage_counts (project, span, begins_at, kind, method, n, expires_at)
        VALUES ('p', 'hour', 3600000, 'sign-in', 'password', 3, 9000000), ('p', 'day', 0, 'session', '', 1, 9000000);
        """,
        "0044-side-by-side": """
        INSERT INTO audit_waiting (time, project, tenant, actor_kind, actor_id, action, account, client_address, details, seal)
        VALUES (1000, 'p', '', 'user', '', 'password.change', 'ana', '192.0.2.1', '{}', x'01'),
            (2000, NULL, NULL, 'server', '', 'signing-key.create', NULL, NULL, '{}', x'02');
        """,
        "0047-known-devices": """
        INSERT INTO known_devices (device, account, seen_at, told_at, expires_at)
        SELECT x'0a', min(id), 1000, 1000, 9000 FROM accounts;
        """,
    ]
}
