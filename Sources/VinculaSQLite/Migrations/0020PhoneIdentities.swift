import GRDB

extension DatabaseMigrator {
    /// Phone numbers become identities, so that the rules for ways in hold for them too.
    mutating func registerPhoneIdentities() {
        registerMigration("0020-phone-identities", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: phoneIdentitySchema)
        }
    }
}

// Codes that are open know the number that a recovery keeps as `phoneBefore`; it joins the identities that they keep.
private let phoneIdentitySchema = """
    INSERT INTO identities (account, project, tenant, provider, subject, issuer)
        SELECT id, project, tenant, 'phone', phone, '' FROM accounts WHERE phone IS NOT NULL;
    DROP INDEX accounts_phone;
    DROP INDEX accounts_anonymous;
    ALTER TABLE accounts DROP COLUMN phone;
    CREATE INDEX accounts_anonymous ON accounts (project, tenant, last_sign_in_at, uid)
        WHERE email IS NULL AND password_hash IS NULL AND has_email_link = 0;
    UPDATE action_codes
        SET target = json_remove(
            json_insert(
                json_insert(target, '$.identitiesBefore', json_array()), '$.identitiesBefore[#]',
                json_object('provider', 'phone', 'issuer', '', 'subject', json_extract(target, '$.phoneBefore'))),
            '$.phoneBefore')
        WHERE json_extract(target, '$.phoneBefore') IS NOT NULL;
    """
