-- Signs up: with a password at first, or without one, and then adds it or deletes the account.
local what
local tokens = {}

function init(args)
   what = args[1]
   -- One process may start in the same second as another.
   local random = io.open("/dev/urandom", "rb")
   local a, b, c, d = random:read(4):byte(1, 4)
   random:close()
   math.randomseed(((a * 256 + b) * 256 + c) * 128 + d % 128)
end

local function post(path, body)
   return wrk.format("POST", path, { ["Content-Type"] = "application/json" }, body)
end

local function credentials()
   local address = string.format("%06x%06x@example.org", math.random(0, 0xFFFFFF), math.random(0, 0xFFFFFF))
   return '"email":"' .. address .. '","password":"correct horse battery"'
end

function request()
   if what == "first" then return post(wrk.path, "{" .. credentials() .. "}") end
   local token = table.remove(tokens)
   if not token then return post(wrk.path, "{}") end
   if what == "later" then return post(wrk.path, '{"idToken":"' .. token .. '",' .. credentials() .. "}") end
   return post((wrk.path:gsub(":signUp", ":delete")), '{"idToken":"' .. token .. '"}')
end

function response(status, headers, body)
   -- Whoever has an address signed up before.
   if what ~= "first" and status == 200 and not body:find('"email"', 1, true) then
      tokens[#tokens + 1] = body:match('"idToken"%s*:%s*"([^"]+)"')
   end
end
