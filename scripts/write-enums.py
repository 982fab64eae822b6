#!/usr/bin/env python3
"""Writes Enums.swift and DiscoveredFields+Table.swift of Sources/IdentityToolkit and the tables of the tests from Google's
discovery documents.

    scripts/write-enums.py identitytoolkit.v1.json identitytoolkit.v2.json

The documents are https://identitytoolkit.googleapis.com/$discovery/rest?version=v1 (and v2). They list the names of an enum's
values in numerical order, but without the numbers. That the order matches the numbers was checked against the requests of
Firebase's Android SDK, for OobReqType, UserAttributeName and VerifyOp.
"""
import json
import os
import sys

# The enums that requests use: the first name of an enum (with the second, if that is ambiguous), our type, its doc comment.
OURS = {
    "OOB_REQ_TYPE_UNSPECIFIED": ("OobReqType", "The purpose of a mailed code."),
    "USER_ATTRIBUTE_NAME_UNSPECIFIED": ("UserAttributeName", "An attribute of an account that can be removed by name."),
    "CLIENT_TYPE_UNSPECIFIED CLIENT_TYPE_WEB": ("ClientType", "A kind of client, as distinguished by reCAPTCHA."),
    "RECAPTCHA_VERSION_UNSPECIFIED": ("RecaptchaVersion", "A version of reCAPTCHA."),
    "SORT_BY_FIELD_UNSPECIFIED": ("SortByField", "A field that accounts can be sorted by."),
    "ORDER_UNSPECIFIED": ("SortOrder", "A sort order."),
    "VERIFY_OP_UNSPECIFIED": ("VerifyOp", "The use of a code sent by SMS."),
    "TOKEN_TYPE_UNSPECIFIED": ("TokenType", "A kind of token that a provider issues to an app."),
    "STATE_UNSPECIFIED": ("MfaState", "The state of second factors in a project."),
    "MFA_STATE_UNSPECIFIED": ("MfaProviderState", "The state of one kind of second factor in a project."),
    "PROVIDER_UNSPECIFIED PHONE_SMS": ("MfaProvider", "A kind of second factor that is enabled by name."),
    "UNSPECIFIED_ORDER": ("PasswordHashOrder", "The order of salt and password in what another system hashed."),
    "HASH_TYPE_UNSPECIFIED": ("Argon2HashType", "A variant of Argon2."),
    "VERSION_UNSPECIFIED": ("Argon2Version", "A version of Argon2."),
    "METHOD_UNSPECIFIED": ("MailMethod", "The server that a project's mails go through."),
    "SECURITY_MODE_UNSPECIFIED": ("MailServerSecurity", "The protection of the connection to a mail server."),
    "BODY_FORMAT_UNSPECIFIED": ("MailBodyFormat", "The format of a mail's text."),
    "SUBTYPE_UNSPECIFIED": ("ProjectSubtype", "The product that a project uses."),
    "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED": ("PasswordPolicyEnforcementState", "The state of a password policy."),
}

# The doc comments of the enums' cases, by our type and Google's name. The first case of every enum means no value.
CASES = {
    "Argon2HashType": {"ARGON2_D": "Argon2d.", "ARGON2_ID": "Argon2id.", "ARGON2_I": "Argon2i."},
    "Argon2Version": {"VERSION_10": "Version 0x10.", "VERSION_13": "Version 0x13."},
    "PasswordHashOrder": {
        "SALT_AND_PASSWORD": "The salt, then the password.",
        "PASSWORD_AND_SALT": "The password, then the salt.",
    },
    "ClientType": {
        "CLIENT_TYPE_WEB": "A web page.",
        "CLIENT_TYPE_ANDROID": "An Android app.",
        "CLIENT_TYPE_IOS": "An iOS app.",
    },
    "MailMethod": {"DEFAULT": "The operator's.", "CUSTOM_SMTP": "The project's own."},
    "MailServerSecurity": {"SSL": "Implicit TLS: the connection begins with it.", "START_TLS": "TLS with STARTTLS, which is required."},
    "MailBodyFormat": {"PLAIN_TEXT": "Plain text.", "HTML": "HTML."},
    "ProjectSubtype": {"IDENTITY_PLATFORM": "Identity Platform.", "FIREBASE_AUTH": "Firebase Authentication."},
    "MfaProvider": {"PHONE_SMS": "Codes sent by SMS."},
    "MfaProviderState": {
        "DISABLED": "This kind cannot be used.",
        "ENABLED": "Users may enrol this kind.",
        "MANDATORY": "Users must enrol this kind. Not supported here.",
    },
    "MfaState": {
        "DISABLED": "Second factors cannot be used.",
        "ENABLED": "Users may enrol second factors.",
        "MANDATORY": "Users must enrol a second factor before they can do anything else.",
    },
    "OobReqType": {
        "PASSWORD_RESET": "Sets a new password.",
        "OLD_EMAIL_AGREE": "Confirms a change at the old email. Not used here.",
        "NEW_EMAIL_ACCEPT": "Confirms a change at the new email. Not used here.",
        "VERIFY_EMAIL": "Verifies the account's email.",
        "RECOVER_EMAIL": "Reverts a change of the email. Sent by the server, never requested.",
        "EMAIL_SIGNIN": "Signs in.",
        "VERIFY_AND_CHANGE_EMAIL": "Changes the email once the new one is verified.",
        "REVERT_SECOND_FACTOR_ADDITION": "Removes an added second factor. Sent by the server, never requested.",
    },
    "PasswordPolicyEnforcementState": {
        "OFF": "The policy is not enforced.",
        "ENFORCE": "Passwords that break the policy are refused.",
    },
    "RecaptchaVersion": {"RECAPTCHA_ENTERPRISE": "reCAPTCHA Enterprise."},
    "SortByField": {
        "USER_ID": "The account's id.",
        "NAME": "The display name.",
        "CREATED_AT": "The time of creation.",
        "LAST_LOGIN_AT": "The time of the last sign-in.",
        "USER_EMAIL": "The email.",
    },
    "SortOrder": {"ASC": "Ascending.", "DESC": "Descending."},
    "TokenType": {
        "REFRESH_TOKEN": "A refresh token.",
        "ACCESS_TOKEN": "An access token.",
        "CODE": "An authorization code.",
    },
    "UserAttributeName": {
        "EMAIL": "The email.",
        "DISPLAY_NAME": "The display name.",
        "PROVIDER": "The linked providers.",
        "PHOTO_URL": "The URL of the photo.",
        "PASSWORD": "The password.",
        "RAW_USER_INFO": "The data from providers.",
    },
    "VerifyOp": {
        "SIGN_UP_OR_IN": "Signs in, and creates the account if necessary.",
        "REAUTH": "Signs in to the same account again.",
        "UPDATE": "Changes the account's number.",
        "LINK": "Adds the number to the account.",
    },
}

# The types that administrators send here, without the prefix that all of Google's types have.
PREFIX = "GoogleCloudIdentitytoolkit"
ADMINISTRATORS = [
    "V1BatchDeleteAccountsRequest", "V1CreateSessionCookieRequest", "V1DeleteAccountRequest", "V1GetAccountInfoRequest",
    "V1GetOobCodeRequest", "V1QueryUserInfoRequest", "V1SetAccountInfoRequest", "V1SignUpRequest", "V1UploadAccountRequest",
    "AdminV2Config",
    "AdminV2DefaultSupportedIdpConfig", "AdminV2OAuthIdpConfig", "AdminV2InboundSamlConfig", "AdminV2Tenant",
]


def our_type(names):
    return OURS.get(names[0]) or OURS.get(" ".join(names[:2]))


def cases(names):
    """Yields the Swift names of an enum's values: without their common prefix, in camel case."""
    known = [name.split("_") for name in names[1:]]
    def is_prefix(word, words):
        return len(words) > 1 and words[0] == word and not words[1][0].isdigit()

    while len(known) > 1 and all(is_prefix(known[0][0], words) for words in known):
        known = [words[1:] for words in known]
    for words in [["unspecified"]] + known:
        name = words[0].lower() + "".join(word.capitalize() for word in words[1:])
        yield f"`{name}`" if name == "default" else name


def methods(resource):
    """Yields every RPC below a resource, as its HTTP method and path."""
    for method in resource.get("methods", {}).values():
        enums = [(name, tuple(shape["enum"])) for name, shape in method.get("parameters", {}).items() if "enum" in shape]
        yield method["httpMethod"], method.get("flatPath", method["path"]), tuple(sorted(enums))
    for inner in resource.get("resources", {}).values():
        yield from methods(inner)


def reference(shape):
    """Returns the type of a field's value, or of each of its values."""
    shape = shape.get("items") or shape.get("additionalProperties") or shape
    return shape.get("$ref", "").removeprefix(PREFIX)


def field_table(schemas):
    """Returns the fields of all types that administrators send, and of the types of those fields."""
    table, waiting = {}, [name for name in ADMINISTRATORS if PREFIX + name in schemas]
    while waiting:
        name = waiting.pop()
        if name in table:
            continue
        table[name] = []
        for field, shape in sorted(schemas[PREFIX + name].get("properties", {}).items()):
            inner = reference(shape)
            if inner:
                waiting.append(inner)
            table[name].append(field + ("!" if shape.get("readOnly") else "") + (f":{inner}" if inner else ""))
    return table


def write_field_table(path, table):
    lines = ["// Written by scripts/write-enums.py from Google's discovery documents.", ""]
    lines += ["extension DiscoveredFields {"]
    lines += ["    /// The fields by type, one per line: the name, `!` if only in responses, and after a colon the type of the values."]
    lines += ["    static let table: [String: String] = ["]
    for name, fields in sorted(table.items()):
        lines += [f'    "{name}": """'] + [f"        {field}" for field in fields] + ['        """,']
    lines += ["    ]", "}"]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: scripts/write-enums.py identitytoolkit.v1.json identitytoolkit.v2.json")
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    types, fields, rpcs, inputs = {}, [], set(), {}
    for path in sys.argv[1:]:
        with open(path) as file:
            document = json.load(file)
        rpcs.update(methods(document))
        inputs.update(field_table(document["schemas"]))
        for schema, description in sorted(document["schemas"].items()):
            for field, shape in sorted(description.get("properties", {}).items()):
                names = shape.get("enum") or shape.get("items", {}).get("enum")
                if not names:
                    continue
                if our_type(names):
                    types[our_type(names)[0]] = (our_type(names)[1], names)
                fields.append((schema, field, "items" in shape, shape.get("readOnly", False), names))

    lines = ["// Written by scripts/write-enums.py from Google's discovery documents.", ""]
    for name, (meaning, names) in sorted(types.items()):
        lines += [f"/// {meaning}", f"public enum {name}: String, WireEnum {{"]
        for case, text in zip(cases(names), names):
            meaning = "No value." if text == names[0] else CASES[name][text]
            lines += [f"    /// {meaning}", f'    case {case} = "{text}"']
        lines += ["}", ""]
    with open(os.path.join(root, "Sources/IdentityToolkit/Enums.swift"), "w") as file:
        file.write("\n".join(lines[:-1]) + "\n")

    write_field_table(os.path.join(root, "Sources/IdentityToolkit/DiscoveredFields+Table.swift"), inputs)

    lines = ["// Written by scripts/write-enums.py from Google's discovery documents.", ""]
    lines += ["/// A field of Google's API whose values have names and numbers; a name's place is its number."]
    lines += ["struct EnumField: Sendable {", "    let schema: String", "    let name: String", "    let isList: Bool"]
    lines += ["    let isReadOnly: Bool", "    let values: [String]", ""]
    lines += ["    static let all = ["]
    for schema, field, is_list, read_only, names in fields:
        values = ", ".join(f'"{name}"' for name in names)
        lines += ["        EnumField("]
        lines += [f'            schema: "{schema}", name: "{field}", isList: {str(is_list).lower()},']
        lines += [f"            isReadOnly: {str(read_only).lower()}, values: [{values}]),"]
    lines += ["    ]", "}", ""]
    lines += ["/// An RPC of Google's API.", "struct DiscoveredRPC: Sendable {", "    let method: String"]
    lines += ["    /// The path without its leading slash; parts that vary are in braces.", "    let path: String"]
    lines += ["    /// The values of the query's parameters that are enums.", "    var enums: [String: [String]] = [:]", ""]
    lines += ["    static let all = ["]
    for method, path, enums in sorted(rpcs, key=lambda rpc: (rpc[1], rpc[0])):
        values = ", ".join(f'"{name}": {json.dumps(list(texts))}' for name, texts in enums)
        enums = f", enums: [{values}]" if enums else ""
        lines += [f'        DiscoveredRPC(method: "{method}", path: "{path}"{enums}),']
    lines += ["    ]", "}"]
    with open(os.path.join(root, "Tests/VinculaServerTests/DiscoveryDocuments.swift"), "w") as file:
        file.write("\n".join(lines) + "\n")


main()
