% UCRL-LP in Octave, for the page's example: play(mdp, T, delta, seed, episodes, write).
% States and actions are numbered from 1 inside, from 0 in what is written.
function play(mdp, T, delta, seed, episodes, write)
  rand('twister', seed);
  layers = flat(mdp.layers)'; A = mdp.A; L = numel(layers) - 1;
  [P, r] = tables(mdp, layers, A);
  Lam = log(T) + log(sum(layers) * A) - log(delta);
  for h = 1:L
    N{h} = zeros(layers(h), A); n{h} = N{h}; S{h} = N{h};
    N3{h} = zeros(layers(h), A, layers(h+1));
    pi{h} = ones(layers(h), A) / A;
    C{h} = cumsum(P{h}, 3);
  end
  write(sprintf(['{"record":"header","format":"ucrl-lp-trace","version":1,"algorithm":"UCRL-LP",' ...
    '"layers":%s,"A":%d,"T":%d,"delta":%.17g,"tolerance":1e-10,' ...
    '"producer":{"name":"octave","version":"1"}}'], list(layers), A, T, delta));
  write(sprintf('{"record":"epoch","i":1,"t":1,"pi":%s}', nested(pi, @numbers_of)));
  i = 1;
  for t = 1:episodes
    x = ones(1, L + 1); a = zeros(1, L); R = zeros(1, L); due = false;
    for h = 1:L
      a(h) = min(A, 1 + sum(cumsum(pi{h}(x(h), :)) <= rand()));
      while pi{h}(x(h), a(h)) == 0, a(h)--; end
      R(h) = rand() < r{h}(x(h), a(h));
      x(h+1) = min(layers(h+1), 1 + sum(C{h}(x(h), a(h), :)(:) <= rand()));
      while P{h}(x(h), a(h), x(h+1)) == 0, x(h+1)--; end
      n{h}(x(h), a(h))++; S{h}(x(h), a(h)) += R(h); N3{h}(x(h), a(h), x(h+1))++;
      due = due || n{h}(x(h), a(h)) >= max(1, N{h}(x(h), a(h)));
    end
    write(sprintf('{"record":"episode","t":%d,"x":%s,"a":%s,"r":%s}', t, list(x(1:L) - 1), list(a - 1), list(R)));
    if due && t < T
      for h = 1:L, N{h} += n{h}; n{h} = zeros(size(n{h})); end
      [q_hat, pi, V] = solve(layers, A, N, N3, S, Lam);
      i++;
      write(sprintf('{"record":"epoch","i":%d,"t":%d,"q_hat":%s,"pi":%s,"value":%.17g}', i, t + 1, nested(q_hat, @rows_of), nested(pi, @numbers_of), V));
    end
  end
  write(sprintf('{"record":"end","episodes":%d,"epochs":%d}', episodes, i));
end

function [q_hat, pi, value] = solve(layers, A, N, N3, S, Lam)  % LP1 by backward induction (Lemma 1)
  L = numel(layers) - 1; V = zeros(layers(L + 1), 1);
  for h = L:-1:1
    m = max(1, N{h}); eps = sqrt(2 * layers(h+1) * Lam ./ m);
    r_hat = min(1, S{h} ./ m + sqrt(2 * Lam ./ m));
    for x = 1:layers(h)
      for a = 1:A
        p = inner_maximum(N3{h}(x, a, :)(:), N{h}(x, a), eps(x, a), V);
        P{h}(x, a, 1:layers(h+1)) = p; Q(a) = r_hat(x, a) + p' * V;
      end
      [W(x), best{h}(x)] = max(Q);
    end
    V = W(:); clear W;
  end
  value = V(1); mass = 1;
  for h = 1:L
    q_hat{h} = zeros(layers(h), A, layers(h+1)); pi{h} = ones(layers(h), A) / A;
    for x = 1:layers(h)
      q_hat{h}(x, best{h}(x), :) = mass(x) * P{h}(x, best{h}(x), :);
      if mass(x) > 1e-10, pi{h}(x, :) = (1:A) == best{h}(x); end
    end
    mass = reshape(sum(sum(q_hat{h}, 1), 2), 1, []);
  end
end

function p = inner_maximum(n3, n, eps, V)
  [~, top] = max(V);
  if n == 0, p = zeros(size(V)); p(top) = 1; return, end
  p = n3 / n; move = min(eps / 2, 1 - p(top)); p(top) += move;
  [~, order] = sort(V);
  for y = order'
    if y != top, taken = min(p(y), move); p(y) -= taken; move -= taken; end
  end
end

function [P, r] = tables(mdp, layers, A)
  L = numel(layers) - 1; all_r = flat(mdp.r); at = 0; from = 0;
  if isfield(mdp, 'P'), all_P = flat(mdp.P); end
  for h = 1:L
    size_r = layers(h) * A; size_P = size_r * layers(h+1);
    r{h} = reshape(all_r(at + (1:size_r)), A, layers(h))'; at += size_r;
    if isfield(mdp, 'P')
      P{h} = permute(reshape(all_P(from + (1:size_P)), layers(h+1), A, layers(h)), [3 2 1]); from += size_P;
    else
      P{h} = zeros(layers(h), A, layers(h+1));
    end
  end
  if !isfield(mdp, 'P')
    for k = 1:numel(mdp.transitions)
      v = flat(mdp.transitions{k});  % h, x, a, h + 1, y, p
      P{v(1) + 1}(v(2) + 1, v(3) + 1, v(5) + 1) = v(6);
    end
  end
end

function v = flat(t)  % numbers in the order of the file, whatever jsondecode made of the list
  if ischar(t), v = sscanf([t '/1'], '%f/%f'); v = v(1) / v(2);
  elseif iscell(t), v = zeros(0, 1); for k = 1:numel(t), v = [v; flat(t{k})]; end
  else, v = permute(t, ndims(t):-1:1)(:);
  end
end

function s = list(v), s = ['[' strjoin(arrayfun(@(u) sprintf('%.17g', u), v, 'UniformOutput', false), ',') ']']; end

function s = nested(t, of_rows)  % row by row: rows of all lengths, 1 included
  s = ['[' strjoin(cellfun(of_rows, t, 'UniformOutput', false), ',') ']'];
end

function s = numbers_of(t)  % [x][a]
  for x = 1:size(t, 1), of{x} = list(t(x, :)); end
  s = ['[' strjoin(of, ',') ']'];
end

function s = rows_of(t)  % [x][a][y]
  for x = 1:size(t, 1), of{x} = numbers_of(reshape(t(x, :, :), size(t, 2), size(t, 3))); end
  s = ['[' strjoin(of, ',') ']'];
end
