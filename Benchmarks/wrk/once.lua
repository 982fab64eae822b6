-- Posts each line of a file as a body, once; stops when there are no more.
local bodies = {}
local next = 0

function init(args)
   for line in io.lines(args[1]) do bodies[#bodies + 1] = line end
end

function request()
   next = next + 1
   return wrk.format("POST", wrk.path, { ["Content-Type"] = "application/json" }, bodies[next] or "{}")
end

function response()
   -- Requests already in progress still have a body.
   if next >= #bodies - 64 then wrk.thread:stop() end
end
