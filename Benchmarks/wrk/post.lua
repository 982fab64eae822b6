-- Posts each line of a file as a body, in rotation.
local bodies = {}
local next = 0

function init(args)
   for line in io.lines(args[1]) do bodies[#bodies + 1] = line end
end

function request()
   next = next % #bodies + 1
   return wrk.format("POST", wrk.path, { ["Content-Type"] = "application/json" }, bodies[next])
end
