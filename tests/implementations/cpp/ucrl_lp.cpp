// UCRL-LP (Leon & Etesami, Algorithm 1) in C++17: a customer of the oracle, not part of the
// reference. It shows what somebody who wants speed writes, and `proofs-check` says whether it is
// still Algorithm 1. LP1 is solved by backward induction with the L1-ball inner maximum (Lemma 1).
//
//   build   c++ -std=c++17 -O2 -o ucrl_lp ucrl_lp.cpp
//   run     ucrl_lp play MDP.json T [DELTA [SEED [EPISODES]]] > run.jsonl    (--pi-only: short)
//           MDP.json is the format `layered-mdp` of spec.md; DELTA is 0.1, SEED 0,
//           EPISODES T unless given. Checked by: proofs-check trace run.jsonl
//   vectors proofs-check vectors --against "./ucrl_lp vectors"
//   kit     proofs-check kit --against "./ucrl_lp play {mdp} {T} {delta} {seed} {episodes}"
//
// Letters as in the paper: N, N3 = N_i(x,a), N_i(x,a,x'), eps, b, r_bar, r_hat, V; h layer, i epoch,
// t episode. Every table is flat: states, pairs and triples are numbered through all layers.
// Readings: the defaults of spec.md (completion uniform, ln, Bernoulli rewards, r_bar = sum/N).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Table = std::vector<double>;
using Counts = std::vector<std::int64_t>;

// ------------------------------------------------------------------------------------- JSON

struct Json {
  enum Kind { null, number, text, list, object } kind = null;
  double value = 0;  // of a number, and of a string "p/q"
  std::string string;
  std::vector<Json> items;
  std::map<std::string, Json> fields;

  const Json& at(const std::string& key) const {
    auto found = fields.find(key);
    if (found == fields.end()) throw std::runtime_error("missing key " + key);
    return found->second;
  }
  bool has(const std::string& key) const { return fields.count(key) > 0; }
};

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : s(text) {}

  Json read() {
    Json found = any();
    space();
    if (at != s.size()) fail("something after the value");
    return found;
  }

 private:
  const std::string& s;
  std::size_t at = 0;

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("JSON, character " + std::to_string(at) + ": " + what);
  }
  void space() {
    while (at < s.size() && (s[at] == ' ' || s[at] == '\n' || s[at] == '\t' || s[at] == '\r')) ++at;
  }
  char next() {
    space();
    if (at == s.size()) fail("ends too early");
    return s[at];
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at;
    return true;
  }
  void need(char c) {
    if (!take(c)) fail(std::string("expected ") + c);
  }

  Json any() {
    Json found;
    char c = next();
    if (c == '{') {
      found.kind = Json::object;
      need('{');
      if (take('}')) return found;
      do {
        std::string key = quoted();
        need(':');
        found.fields[key] = any();
      } while (take(','));
      need('}');
    } else if (c == '[') {
      found.kind = Json::list;
      need('[');
      if (take(']')) return found;
      do found.items.push_back(any());
      while (take(','));
      need(']');
    } else if (c == '"') {
      found.kind = Json::text;
      found.string = quoted();
      found.value = ratio(found.string);
    } else if (s.compare(at, 4, "null") == 0) {
      at += 4;
    } else {
      char* end = nullptr;
      found.kind = Json::number;
      found.value = std::strtod(s.c_str() + at, &end);
      if (end == s.c_str() + at) fail("not a value this program reads");
      at = static_cast<std::size_t>(end - s.c_str());
    }
    return found;
  }

  std::string quoted() {
    need('"');
    std::string found;
    while (at < s.size() && s[at] != '"') {
      if (s[at] == '\\' && ++at == s.size()) break;
      found += s[at++];
    }
    need('"');
    return found;
  }

  // The double next to "p/q"; p and q may be too long for a double of their own.
  static double ratio(const std::string& text) {
    std::size_t slash = text.find('/');
    long digits = 0;
    double p = leading(text.substr(0, slash), digits);
    if (slash == std::string::npos) return p * std::pow(10.0, digits);
    long below = 0;
    double q = leading(text.substr(slash + 1), below);
    return p / q * std::pow(10.0, digits - below);
  }
  static double leading(const std::string& digits, long& dropped) {
    std::string head = digits.substr(0, 30);
    dropped = static_cast<long>(digits.size() - head.size());
    return std::strtod(head.c_str(), nullptr);
  }
};

std::string written(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", v);
  return text;
}

// ------------------------------------------------------------------------------------- shapes

// Where a layer's states, pairs (x,a) and triples (x,a,x') begin in the flat tables.
struct Shape {
  std::vector<int> layers;
  int A = 1, L = 1;
  double X = 0;  // a double: T X A must not overflow
  std::vector<int> state, pair, triple;

  Shape(std::vector<int> X_h, int actions) : layers(std::move(X_h)), A(actions) {
    L = static_cast<int>(layers.size()) - 1;
    int s = 0, p = 0, q = 0;
    for (int h = 0; h <= L; ++h) {
      state.push_back(s), pair.push_back(p), triple.push_back(q);
      s += layers[h], X += layers[h];
      if (h < L) p += layers[h] * A, q += layers[h] * A * layers[h + 1];
    }
  }
  int states() const { return state[L] + layers[L]; }
  int pairs() const { return pair[L]; }
  int triples() const { return triple[L]; }
};

void flatten(const Json& nested, Table& flat) {
  if (nested.kind == Json::list)
    for (const Json& item : nested.items) flatten(item, flat);
  else
    flat.push_back(nested.value);
}

Table table(const Json& nested, std::size_t size, const char* name) {
  Table flat;
  flatten(nested, flat);
  if (flat.size() != size) throw std::runtime_error(std::string("wrong size of ") + name);
  return flat;
}

Counts counts(const Json& nested, std::size_t size, const char* name) {
  Table flat = table(nested, size, name);
  return Counts(flat.begin(), flat.end());
}

Shape shape_of(const Json& value) {
  std::vector<int> layers;
  for (const Json& X_h : value.at("layers").items) layers.push_back(static_cast<int>(X_h.value));
  return Shape(layers, static_cast<int>(value.at("A").value));
}

// ------------------------------------------------------------------------------------- eq. (10)-(17)

// log(TXA/delta); the quotient itself may overflow.
double log_term(double T, double X, double A, double delta) {
  return std::log(T * X * A) - std::log(delta);
}

double radius(double X_next, double Lam, std::int64_t N) {  // eq. (11); eq. (15) for X_next = 1
  return std::sqrt(2 * X_next * Lam / static_cast<double>(std::max<std::int64_t>(1, N)));
}

double mean(double sum, std::int64_t N) {  // eq. (10), (14)
  return sum / static_cast<double>(std::max<std::int64_t>(1, N));
}

// ------------------------------------------------------------------------------------- LP1

// Solves LP1 again and again; keeps its buffers and last epoch's orders, which are nearly right.
class Planner {
 public:
  const Shape& S;
  Table P_bar, eps, r_bar, b, r_hat, V, Q, mass, pi, q_hat;
  std::vector<int> best;  // the action chosen in each state

  explicit Planner(const Shape& shape)
      : S(shape),
        P_bar(S.triples()), eps(S.pairs()), r_bar(S.pairs()), b(S.pairs()), r_hat(S.pairs()),
        V(S.states()), Q(S.pairs()), mass(S.states()), pi(S.pairs()), q_hat(S.triples()),
        best(S.state[S.L]), order(S.states()), row(*std::max_element(S.layers.begin(), S.layers.end())) {
    for (int h = 0; h <= S.L; ++h)
      std::iota(order.begin() + S.state[h], order.begin() + S.state[h] + S.layers[h], 0);
  }

  // Epoch 1: q_hat_1 and pi_1 uniform (Alg. 1 l. 5, 6), nothing known.
  void uniform(double Lam) {
    Counts none(S.pairs()), none3(S.triples());
    estimate(none, none3, Table(S.pairs()), Lam);
    for (int h = 0; h < S.L; ++h)
      std::fill_n(q_hat.begin() + S.triple[h], S.layers[h] * S.A * S.layers[h + 1],
                  1.0 / (S.layers[h] * S.A) / S.layers[h + 1]);
    std::fill(pi.begin(), pi.end(), 1.0 / S.A);
  }

  // Alg. 1 l. 16-19.
  void solve(const Counts& N, const Counts& N3, const Table& r_sum, double Lam) {
    estimate(N, N3, r_sum, Lam);
    for (int h = S.L - 1; h >= 0; --h) backward(h, N);
    forward(N);
  }

  double value() const { return V[0]; }

 private:
  std::vector<int> order;  // of each layer's states, best first
  Table row;               // one optimistic transition p(.|x,a)

  void estimate(const Counts& N, const Counts& N3, const Table& r_sum, double Lam) {
    for (int h = 0; h < S.L; ++h) {
      const int n = S.layers[h + 1];
      for (int k = 0; k < S.layers[h] * S.A; ++k) {
        const int p = S.pair[h] + k, q = S.triple[h] + k * n;
        for (int y = 0; y < n; ++y) P_bar[q + y] = mean(static_cast<double>(N3[q + y]), N[p]);
        eps[p] = radius(n, Lam, N[p]);
        b[p] = radius(1, Lam, N[p]);
        r_bar[p] = mean(r_sum[p], N[p]);
        r_hat[p] = std::min(1.0, r_bar[p] + b[p]);
      }
    }
  }

  // V of layer h from V of layer h + 1.
  void backward(int h, const Counts& N) {
    sort(h + 1);
    for (int x = 0; x < S.layers[h]; ++x) {
      const int p = S.pair[h] + x * S.A;
      for (int a = 0; a < S.A; ++a) Q[p + a] = r_hat[p + a] + inner_maximum(h, x * S.A + a, N[p + a]);
      const double most = *std::max_element(Q.begin() + p, Q.begin() + p + S.A);
      int a = 0;
      while (Q[p + a] < most - 1e-12) ++a;  // the first action within 1e-12 of the best
      best[S.state[h] + x] = a;
      V[S.state[h] + x] = most;
    }
  }

  // Last epoch's order is nearly sorted: insertion. Ties: the smaller number first.
  void sort(int h) {
    int* o = &order[S.state[h]];
    const double* v = &V[S.state[h]];
    for (int k = 1; k < S.layers[h]; ++k)
      for (int j = k; j > 0 && (v[o[j]] > v[o[j - 1]] || (v[o[j]] == v[o[j - 1]] && o[j] < o[j - 1])); --j)
        std::swap(o[j], o[j - 1]);
  }

  // max <p, V> over ||p - P_bar||_1 <= eps: eps/2 of mass moves from the worst to the best
  // successor. A pair with N = 0 has the whole simplex (spec.md, Lemma 1). Leaves p in `row`.
  double inner_maximum(int h, int k, std::int64_t N) {
    const int n = S.layers[h + 1], *o = &order[S.state[h + 1]];
    const double *P = &P_bar[S.triple[h] + k * n], *v = &V[S.state[h + 1]];
    const int top = o[0];
    std::copy(P, P + n, row.begin());
    if (N == 0) row[top] = 1;
    double move = std::min(eps[S.pair[h] + k] / 2, 1 - row[top]);
    row[top] += move;
    for (int j = n - 1; j > 0 && move > 0; --j) {
      const double taken = std::min(move, row[o[j]]);
      row[o[j]] -= taken, move -= taken;
    }
    double total = 0;
    for (int y = 0; y < n; ++y) total += row[y] * v[y];
    return total;
  }

  // q_hat_i from x_0 on, and pi_i: uniform where q_hat_i(x) = 0, less than the tolerance being 0.
  void forward(const Counts& N) {
    std::fill(mass.begin(), mass.end(), 0.0);
    std::fill(q_hat.begin(), q_hat.end(), 0.0);
    mass[0] = 1;
    for (int h = 0; h < S.L; ++h) {
      const int n = S.layers[h + 1];
      for (int x = 0; x < S.layers[h]; ++x) {
        const int a = best[S.state[h] + x], p = S.pair[h] + x * S.A;
        const double m = mass[S.state[h] + x];
        if (m < 1e-10) {
          std::fill_n(pi.begin() + p, S.A, 1.0 / S.A);
          continue;
        }
        std::fill_n(pi.begin() + p, S.A, 0.0);
        pi[p + a] = 1;
        inner_maximum(h, x * S.A + a, N[p + a]);
        for (int y = 0; y < n; ++y) {
          q_hat[S.triple[h] + (x * S.A + a) * n + y] = m * row[y];
          mass[S.state[h + 1] + y] += m * row[y];
        }
      }
    }
  }
};

// ------------------------------------------------------------------------------------- the run

// Alg. 1 l. 10-14: counts so far, counts when the epoch began, and the trigger.
struct Counters {
  Counts N, N3, N_i;
  Table r_sum;
  bool due = false;

  explicit Counters(const Shape& S)
      : N(S.pairs()), N3(S.triples()), N_i(S.pairs()), r_sum(S.pairs()) {}

  void see(int pair, int triple, double r) {
    ++N[pair];
    ++N3[triple];
    r_sum[pair] += r;
    due = due || N[pair] - N_i[pair] >= std::max<std::int64_t>(1, N_i[pair]);
  }
  void start_epoch() {
    N_i = N;
    due = false;
  }
};

// The first k with u below the sum of the first k + 1 probabilities; never one of probability 0.
int draw(const double* p, int n, double u) {
  double sum = 0;
  int last = 0;
  for (int k = 0; k < n; ++k) {
    sum += p[k];
    if (u < sum) return k;
    if (p[k] > 0) last = k;
  }
  return last;
}

// P of an MDP file: the table, or the list of [[h, x], a, [h1, x1], p], all others being 0.
Table transitions(const Json& mdp, const Shape& S) {
  if (mdp.has("P")) return table(mdp.at("P"), S.triples(), "P");
  Table P(S.triples(), 0.0);
  for (const Json& one : mdp.at("transitions").items) {
    const int h = static_cast<int>(one.items.at(0).items.at(0).value);
    const int x = static_cast<int>(one.items.at(0).items.at(1).value);
    const int a = static_cast<int>(one.items.at(1).value);
    const int x1 = static_cast<int>(one.items.at(2).items.at(1).value);
    P.at(S.triple.at(h) + (x * S.A + a) * S.layers.at(h + 1) + x1) = one.items.at(3).value;
  }
  return P;
}

class Run {
 public:
  Run(const Json& mdp, double T_, double delta_, std::uint64_t seed, bool pi_only_)
      : S(shape_of(mdp)),
        P(transitions(mdp, S)), r(table(mdp.at("r"), S.pairs(), "r")),
        T(T_), delta(delta_), pi_only(pi_only_), planner(S), counters(S), random(seed) {
    Lam = log_term(T, S.X, S.A, delta);
  }

  void play(std::int64_t episodes) {
    header();
    planner.uniform(Lam);
    epoch(1);
    std::vector<int> x(S.L), a(S.L), reward(S.L);
    std::int64_t t = 0;
    while (t < episodes) {
      ++t;
      int state = 0;
      for (int h = 0; h < S.L; ++h) {
        const int n = S.layers[h + 1];
        x[h] = state;
        a[h] = draw(&planner.pi[S.pair[h] + state * S.A], S.A, uniform());
        const int pair = S.pair[h] + state * S.A + a[h];
        const int row = S.triple[h] + (state * S.A + a[h]) * n;
        state = draw(&P[row], n, uniform());
        reward[h] = uniform() < r[pair];
        counters.see(pair, row + state, reward[h]);
      }
      out += "{\"record\":\"episode\",\"t\":" + std::to_string(t);
      list("x", x), list("a", a), list("r", reward);
      line("}");
      if (counters.due && static_cast<double>(t) < T) {  // no epoch after episode T
        counters.start_epoch();
        planner.solve(counters.N, counters.N3, counters.r_sum, Lam);
        epoch(t + 1);
      }
    }
    out += "{\"record\":\"end\",\"episodes\":" + std::to_string(t) + ",\"epochs\":" + std::to_string(i);
    line("}");
    flush();
  }

 private:
  Shape S;
  Table P, r;
  double T, delta, Lam = 0;
  bool pi_only;
  Planner planner;
  Counters counters;
  std::mt19937_64 random;
  std::int64_t i = 0;
  std::string out;

  double uniform() { return static_cast<double>(random() >> 11) * 0x1p-53; }

  void header() {
    out += "{\"record\":\"header\",\"format\":\"ucrl-lp-trace\",\"version\":1,\"algorithm\":\"UCRL-LP\"";
    list("layers", S.layers);
    out += ",\"A\":" + std::to_string(S.A) + ",\"T\":" + written(T) + ",\"delta\":" + written(delta);
    out += ",\"readings\":{\"R-3\":\"uniform\",\"R-9\":\"sum-over-N\"},\"tolerance\":1e-10";
    line(",\"producer\":{\"name\":\"ucrl_lp.cpp\",\"version\":\"1\"}}");
  }

  void epoch(std::int64_t t) {
    ++i;
    out += "{\"record\":\"epoch\",\"i\":" + std::to_string(i) + ",\"t\":" + std::to_string(t);
    if (!pi_only) {
      nested("N", counters.N, false), nested("N3", counters.N3, true);
      nested("r_bar", planner.r_bar, false), nested("P_bar", planner.P_bar, true);
      nested("eps", planner.eps, false), nested("b", planner.b, false);
      nested("r_hat", planner.r_hat, false), nested("q_hat", planner.q_hat, true);
    }
    nested("pi", planner.pi, false);
    if (i > 1) out += ",\"value\":" + written(planner.value());
    line("}");
  }

  template <class Values>
  void list(const char* name, const Values& values) {
    out += std::string(",\"") + name + "\":[";
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (k) out += ',';
      out += std::to_string(values[k]);
    }
    out += ']';
  }

  static std::string number(double v) { return written(v); }
  static std::string number(std::int64_t v) { return std::to_string(v); }

  // A flat table as [h][x][a] or [h][x][a][x1].
  template <class Values>
  void nested(const char* name, const Values& values, bool triples) {
    out += std::string(",\"") + name + "\":[";
    std::size_t k = 0;
    for (int h = 0; h < S.L; ++h) {
      out += h ? ",[" : "[";
      for (int x = 0; x < S.layers[h]; ++x) {
        out += x ? ",[" : "[";
        for (int a = 0; a < S.A; ++a) {
          if (a) out += ',';
          if (triples) out += '[';
          for (int y = 0; y < (triples ? S.layers[h + 1] : 1); ++y) {
            if (y) out += ',';
            out += number(values[k++]);
          }
          if (triples) out += ']';
        }
        out += ']';
      }
      out += ']';
    }
    out += ']';
  }

  void line(const char* end) {
    out += end;
    out += '\n';
    if (out.size() > 1 << 20) flush();
  }
  void flush() {
    if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size() || std::fflush(stdout))
      throw std::runtime_error("the trace cannot be written");
    out.clear();
  }
};

// ------------------------------------------------------------------------------------- vectors

// Answers to the unit vectors of tests/vectors (spec.md, "The vectors"); other kinds are skipped.
class Answers {
 public:
  std::string to(const Json& question) {
    const std::string kind = question.at("kind").string;
    const Json& input = question.at("input");
    const std::string start = "{\"id\":\"" + question.at("id").string + "\",";
    if (input.has("log") && input.at("log").string != "ln") return start + "\"skip\":\"ln only\"}";
    if (kind == "confidence") return start + "\"output\":{" + confidence(input) + "}}";
    if (kind == "occupancy") return start + "\"output\":{" + occupancy(input) + "}}";
    if (kind == "lp1") return start + "\"output\":{" + lp1(input) + "}}";
    if (kind == "epochs" && input.at("trigger").string == "max1" &&
        input.at("last-trigger").string == "skip")
      return start + "\"output\":{" + epochs(input) + "}}";
    return start + "\"skip\":\"not implemented\"}";
  }

 private:
  static std::string field(const char* name, const std::string& value, bool first = false) {
    return (first ? "\"" : ",\"") + std::string(name) + "\":" + value;
  }

  template <class Entry>
  static std::string listed(int n, Entry entry) {
    std::string text = "[";
    for (int k = 0; k < n; ++k) text += (k ? "," : "") + entry(k);
    return text + "]";
  }

  static std::string confidence(const Json& in) {
    const std::int64_t N = static_cast<std::int64_t>(in.at("N").value);
    const double T = in.at("T").value, X = in.at("X").value, A = in.at("A").value;
    const double Lam = log_term(T, X, A, in.at("delta").value);
    const double b = radius(1, Lam, N), r_bar = mean(in.at("r_sum").value, N);
    const std::vector<Json>& N3 = in.at("N3").items;
    return field("Lam", written(Lam), true) +
           field("P_bar", listed(static_cast<int>(N3.size()),
                                 [&](int y) { return written(mean(N3[y].value, N)); })) +
           field("eps", written(radius(static_cast<double>(N3.size()), Lam, N))) +
           field("b", written(b)) + field("r_bar", written(r_bar)) +
           field("r_hat", written(std::min(1.0, r_bar + b))) +
           field("r_check", written(std::max(0.0, r_bar - b)));
  }

  static std::string epochs(const Json& in) {
    const Shape S = shape_of(in);
    Counters c(S);
    const std::int64_t T = static_cast<std::int64_t>(in.at("T").value);
    std::int64_t t = 0;
    std::string starts = "[1";
    for (const Json& run : in.at("episodes").items)
      for (std::int64_t k = 0; k < static_cast<std::int64_t>(run.at("times").value); ++k) {
        ++t;
        for (int h = 0; h < S.L; ++h) {
          const int x = static_cast<int>(run.at("x").items[h].value);
          const int y = h + 1 < S.L ? static_cast<int>(run.at("x").items[h + 1].value) : 0;
          const int pair = x * S.A + static_cast<int>(run.at("a").items[h].value);
          c.see(S.pair[h] + pair, S.triple[h] + pair * S.layers[h + 1] + y, 0);
        }
        if (c.due && t < T) {
          c.start_epoch();
          starts += "," + std::to_string(t + 1);
        }
      }
    return field("t", starts + "]", true) + field("N", by_pair(S, c.N_i));
  }

  template <class Values>
  static std::string by_pair(const Shape& S, const Values& values) {
    return listed(S.L, [&](int h) {
      return listed(S.layers[h], [&](int x) {
        return listed(S.A, [&](int a) {
          return written(static_cast<double>(values[S.pair[h] + x * S.A + a]));
        });
      });
    });
  }

  static std::string occupancy(const Json& in) {
    const Shape S = shape_of(in);
    const Table P = table(in.at("P"), S.triples(), "P"), r = table(in.at("r"), S.pairs(), "r");
    const Table pi = table(in.at("pi"), S.pairs(), "pi");
    Table mass(S.states()), q(S.triples());
    double value = 0;
    mass[0] = 1;
    for (int h = 0; h < S.L; ++h)
      for (int k = 0; k < S.layers[h] * S.A; ++k) {
        const int n = S.layers[h + 1], p = S.pair[h] + k;
        const double m = mass[S.state[h] + k / S.A] * pi[p];
        value += m * r[p];
        for (int y = 0; y < n; ++y) {
          q[S.triple[h] + k * n + y] = m * P[S.triple[h] + k * n + y];
          mass[S.state[h + 1] + y] += q[S.triple[h] + k * n + y];
        }
      }
    const std::string nested = listed(S.L, [&](int h) {
      return listed(S.layers[h], [&](int x) {
        return listed(S.A, [&](int a) {
          const int n = S.layers[h + 1];
          return listed(n, [&](int y) {
            return written(q[S.triple[h] + (x * S.A + a) * n + y]);
          });
        });
      });
    });
    return field("q", nested, true) + field("value", written(value));
  }

  static std::string lp1(const Json& in) {
    const Shape S = shape_of(in);
    Planner planner(S);
    const Counts N = counts(in.at("N"), S.pairs(), "N"), N3 = counts(in.at("N3"), S.triples(), "N3");
    const Table r_sum = table(in.at("r_sum"), S.pairs(), "r_sum");
    planner.solve(N, N3, r_sum, log_term(in.at("T").value, S.X, S.A, in.at("delta").value));
    const std::string values = listed(S.L, [&](int h) {
      return listed(S.layers[h], [&](int x) { return written(planner.V[S.state[h] + x]); });
    });
    const std::string actions = listed(S.L, [&](int h) {
      return listed(S.layers[h], [&](int x) {
        return "[" + std::to_string(planner.best[S.state[h] + x]) + "]";
      });
    });
    return field("status", "\"optimal\"", true) + field("value", written(planner.value())) +
           field("V", values) + field("argmax", actions) + field("eps", by_pair(S, planner.eps)) +
           field("r_hat", by_pair(S, planner.r_hat));
  }
};

// ------------------------------------------------------------------------------------- command line

int play(const std::vector<std::string>& words, bool pi_only) {
  std::ifstream file(words.at(1), std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + words[1]);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const double T = std::stod(words.at(2));
  const double delta = words.size() > 3 ? std::stod(words[3]) : 0.1;
  const std::uint64_t seed = words.size() > 4 ? std::stoull(words[4]) : 0;
  const double episodes = words.size() > 5 ? std::stod(words[5]) : T;
  Run(JsonReader(text).read(), T, delta, seed, pi_only).play(static_cast<std::int64_t>(episodes));
  return 0;
}

int vectors() {
  Answers answers;
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answers.to(JsonReader(line).read()) << std::endl;
  return 0;
}

int main(int argc, char** argv) {
  try {
    std::vector<std::string> words(argv + 1, argv + argc);
    const auto flag = std::find(words.begin(), words.end(), "--pi-only");
    const bool pi_only = flag != words.end();
    if (pi_only) words.erase(flag);
    if (words.size() >= 3 && words[0] == "play") return play(words, pi_only);
    if (words.size() == 1 && words[0] == "vectors") return vectors();
    std::fputs("usage: ucrl_lp play MDP.json T [DELTA [SEED [EPISODES]]] [--pi-only]\n"
               "       ucrl_lp vectors\n", stderr);
    return 4;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "ucrl_lp: error: %s\n", e.what());
    return 3;
  }
}
