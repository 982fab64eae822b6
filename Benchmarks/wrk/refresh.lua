-- Refreshes: each request spends a token, each answer brings the next.
local tokens = {}
local head, tail = 1, 0

function init(args)
   for line in io.lines(args[1]) do
      tail = tail + 1
      tokens[tail] = line
   end
end

function request()
   local token = tokens[head]
   tokens[head] = nil
   head = head + 1
   if not token then token = "none" end
   local body = "grant_type=refresh_token&refresh_token=" .. token
   return wrk.format("POST", wrk.path, { ["Content-Type"] = "application/x-www-form-urlencoded" }, body)
end

function response(status, headers, body)
   local token = body:match('"refresh_token":"([^"]+)"')
   if token then
      tail = tail + 1
      tokens[tail] = token
   end
end
