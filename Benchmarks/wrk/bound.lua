-- Refreshes with the tokens in a file, one per line, in rotation, and the proofs in another one, each once.
local bodies = {}
local proofs = {}
local next = 0

function init(args)
   for line in io.lines(args[1]) do bodies[#bodies + 1] = "grant_type=refresh_token&refresh_token=" .. line end
   for line in io.lines(args[2]) do proofs[#proofs + 1] = line end
end

function request()
   next = next + 1
   local headers = { ["Content-Type"] = "application/x-www-form-urlencoded", ["DPoP"] = proofs[next] }
   return wrk.format("POST", wrk.path, headers, bodies[next % #bodies + 1])
end

function response()
   -- Requests already in progress still have a proof.
   if next >= #proofs - 64 then wrk.thread:stop() end
end
