% Answers of one kind of vector, `confidence`, for the page's example; [] for the other kinds.
function a = answer(kind, q)
  a = [];
  if !strcmp(kind, 'confidence'), return, end
  logs = struct('ln', @log, 'log2', @log2, 'log10', @log10);
  n = max(1, q.N); Lam = logs.(q.log)(q.T * q.X * q.A) - logs.(q.log)(number(q.delta));
  b = sqrt(2 * Lam / n); r_bar = number(q.r_sum) / n;
  a = struct('Lam', Lam, 'eps', sqrt(2 * numel(q.N3) * Lam / n), ...
    'b', b, 'r_bar', r_bar, 'r_hat', min(1, r_bar + b), 'r_check', max(0, r_bar - b));
  a.P_bar = num2cell(q.N3(:)' / n);  % a cell: a list, also of length 1
end

function v = number(v)
  if ischar(v), v = sscanf([v '/1'], '%f/%f'); v = v(1) / v(2); end
end
