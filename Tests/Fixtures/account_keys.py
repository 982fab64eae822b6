"""Stories of the account page about the key that sessions are bound to, told by account.py."""

import contextlib
import urllib.error
import urllib.parse
import urllib.request

from vincula_server import PASSWORD

# What the page keeps in this tab's storage.
KEPT = "name => JSON.parse(sessionStorage.getItem(`vincula.account:account-key:${name}`))?.value"
# A time as the page tells it.
TOLD = "time => new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })"
# What somebody gets who reads the key as a script of the page: whether it can be exported, and what is said to who tries.
EXPORT = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('vincula.account')
    opening.onerror = reject
    opening.onsuccess = () => {
        const reading = opening.result.transaction('keys').objectStore('keys').get('account-key')
        reading.onerror = reject
        reading.onsuccess = async () => {
            const { privateKey } = reading.result
            opening.result.close()
            const refusal = await crypto.subtle.exportKey('jwk', privateKey).catch(error => error.name)
            resolve([privateKey.extractable, privateKey.usages.join(), refusal])
        }
    }
})"""
FORGET = """() => new Promise((resolve, reject) => {
    const forgetting = indexedDB.deleteDatabase('vincula.account')
    forgetting.onsuccess = () => resolve()
    forgetting.onerror = forgetting.onblocked = reject
})"""


@contextlib.contextmanager
def keys_required(me):
    """The project requires keys, and nonces in their proofs."""
    def configure(keys, nonce):
        me.server.configure("vincula.sessions.keys,vincula.sessions.keyNonce", {"vincula": {"sessions": {"keys": keys, "keyNonce": nonce}}})

    configure("required", True)
    try:
        yield
    finally:
        configure("optional", False)


def another(me, name):
    """Somebody with another browser."""
    return type(me)(me.page.context.browser, me.server, me.checks, me.folder, f"{me.name} {name}", me.keyboard)


def refresh(me, token):
    """Uses a refresh token as somebody does who has nothing else; gives the refusal."""
    try:
        body = urllib.parse.urlencode({"grant_type": "refresh_token", "refresh_token": token}).encode()
        urllib.request.urlopen(f"{me.server.url}/securetoken.googleapis.com/v1/token?key=k", body, timeout=120).close()
    except urllib.error.HTTPError as error:
        return error.read().decode()
    return ""


def bound_example(me, email):
    """The example comes back with a session of its own, bound to its own key; it is refreshed, and ends when it is signed out."""
    example = f"{me.server.url}/example"
    me.page.goto(example)
    me.press("Sign in")
    me.sees("signIn.title", app="Wool & Yarn")
    me.write("email", email)
    me.write("password", PASSWORD)
    me.press("signIn")
    hello = me.page.get_by_role("heading", name=f"Hello, {email}", exact=True)
    hello.wait_for()
    me.page.reload()
    hello.wait_for()
    refusal = refresh(me, me.page.evaluate("sessionStorage.getItem('example:refreshToken')"))
    me.check("a copy of the example's token is refused", "SESSION_KEY_REQUIRED" in refusal, refusal)
    me.press("Sign out")
    me.page.get_by_role("heading", name="Welcome", exact=True).wait_for()
    me.quiet()


def bound_session(me):
    """A project requires keys: signing in, a reload, other tabs, a new password; a session copied to elsewhere is worth nothing."""
    email = me.server.sign_up("bound")["email"]
    customer = me.server.sign_up("bound.example")["email"]
    with keys_required(me):
        app = another(me, "example")
        bound_example(app, customer)
        app.context.close()
        me.sign_in(email)
        me.sees("account.title")
        # Each answer has the nonce, also the one that the clocks differ.
        fault = "INVALID_DPOP_PROOF" if me.server.clock.ahead > 120 else "USE_DPOP_NONCE"
        me.check("what the page mended", me.mended == [fault], me.mended)
        key = me.page.evaluate(KEPT, "boundTo")
        me.check("bound", isinstance(key, str) and len(key) == 43, key)
        me.check("the list says so", me.page.get_by_text(me.t("session.bound")).count() == 1)
        exported = me.page.evaluate(EXPORT)
        me.check("no script can read the key", exported == [False, "sign", "InvalidAccessError"], exported)
        with me.page.expect_response(lambda answer: "/account/sessions?" in answer.url and answer.ok) as listed:
            me.page.reload()
        me.sees("account.title")
        current = next(each for each in listed.value.json()["sessions"] if each["current"])
        # The server tells the hour, which began before the session did.
        used = me.t("lastUsed", date=me.page.evaluate(TOLD, max(current["createdAt"], current["lastUsedAt"])))
        me.check("it was not used before it was opened", me.page.get_by_text(used).count() > 0, used)
        # A tab that is a copy of this one, and one in which somebody signs in.
        with me.context.expect_page() as copied:
            me.page.evaluate("() => void open(location.href)")
        first, me.page = me.page, copied.value
        me.sees("account.title")
        me.page.close()
        me.page = me.context.new_page()
        me.sign_in(email)
        me.sees("account.title")
        me.check("the tabs share the key", me.page.evaluate(KEPT, "boundTo") == key)
        me.page.close()
        me.page = first
        me.follow("password.change")
        me.write("password.new", PASSWORD + "2")
        me.press("save")
        me.told("told.password")
        me.check("still bound to it", me.page.evaluate(KEPT, "boundTo") == key)
        token = me.page.evaluate(KEPT, "session")
        refusal = refresh(me, token)
        me.check("a copied token is refused", "TOKEN_EXPIRED" in refusal and "SESSION_KEY_REQUIRED" in refusal, refusal)
        # Another browser with all that a script could read here, and with the token alone. The former does not ask the server.
        for kept, codes in (({"session": token, "boundTo": key}, []), ({"session": token}, ["TOKEN_EXPIRED"])):
            thief = another(me, f"copied {len(kept)}")
            thief.open()
            thief.page.evaluate(
                "kept => { for (const [name, value] of Object.entries(kept))"
                " sessionStorage.setItem(`vincula.account:account-key:${name}`, JSON.stringify({ value, until: null })) }", kept)
            thief.page.reload()
            thief.told("error.SESSION_KEY_LOST")
            thief.sees("signIn.title", app="Wool & Yarn")
            thief.quiet(*codes)
            thief.context.close()
        me.page.reload()
        me.sees("account.title")
        me.sign_out()
    # Its sign-up and the page's session.
    me.check("the example's session has ended", me.places(customer) == 2, me.places(customer))
    me.quiet()


def lost_key(me):
    """A browser that lost the key says so and lets people sign in again; other devices stay. One that can keep none says that."""
    email = me.server.sign_up("lost")["email"]
    with keys_required(me):
        other = another(me, "other")
        other.sign_in(email)
        other.sees("account.title")
        me.sign_in(email)
        me.sees("account.title")
        key = me.page.evaluate(KEPT, "boundTo")
        me.check("each browser has its own", other.page.evaluate(KEPT, "boundTo") != key)
        me.page.evaluate(FORGET)
        me.page.reload()
        me.told("error.SESSION_KEY_LOST")
        me.look("lost")
        me.sign_in(email)
        me.sees("account.title")
        me.check("a new key", me.page.evaluate(KEPT, "boundTo") not in (key, None))
        # So it is with the name of another key.
        me.page.evaluate("sessionStorage.setItem('vincula.account:account-key:boundTo', JSON.stringify({ value: 'x', until: null }))")
        me.page.reload()
        me.told("error.SESSION_KEY_LOST")
        other.page.reload()
        other.sees("account.title")
        other.quiet()
        other.context.close()
        none = another(me, "none")
        none.context.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined })")
        none.sign_in(email)
        none.alerted("error.SESSION_KEY_NEEDED")
        none.look("no key")
    none.press("signIn")
    none.sees("account.title")
    none.check("not bound", none.page.evaluate(KEPT, "boundTo") is None)
    none.quiet("OPERATION_NOT_ALLOWED")
    none.context.close()
    me.quiet()
