-- Sends requests to PocketBase as the people in a file, one per line: record ID, token, email.
local people = {}
local next = 0
local kind, password

function init(args)
   for line in io.lines(args[1]) do
      local id, token, email = line:match("^(%S+) (%S+) (%S+)$")
      people[#people + 1] = { id = id, token = token, email = email }
   end
   kind, password = args[2], args[3]
end

function request()
   next = next % #people + 1
   local person = people[next]
   local users = "/api/collections/users"
   if kind == "record" then
      return wrk.format("GET", users .. "/records/" .. person.id, { ["Authorization"] = person.token })
   elseif kind == "refresh" then
      return wrk.format("POST", users .. "/auth-refresh", { ["Authorization"] = person.token })
   end
   local body = '{"identity":"' .. person.email .. '","password":"' .. password .. '"}'
   return wrk.format("POST", users .. "/auth-with-password", { ["Content-Type"] = "application/json" }, body)
end
