-- Refreshes with the tokens in a file, one per line, in rotation; they are not changed by a refresh.
local bodies = {}
local next = 0

function init(args)
   for line in io.lines(args[1]) do bodies[#bodies + 1] = "grant_type=refresh_token&refresh_token=" .. line end
end

function request()
   next = next % #bodies + 1
   return wrk.format("POST", wrk.path, { ["Content-Type"] = "application/x-www-form-urlencoded" }, bodies[next])
end
