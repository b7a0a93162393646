#include "../harness.h"

// size: n. The price of an option on the worse of two stocks, by n paths: see the program in APL.
enum { bits = 20, axes = 6 };

static const int64_t directions[axes][bits] = {
    {524288, 262144, 131072, 65536, 32768, 16384, 8192, 4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1},
    {524288, 786432, 655360, 983040, 557056, 835584, 696320, 1044480, 526336, 789504, 657920, 986880, 559232, 838848, 699040, 1048560, 524296, 786444, 655370, 983055},
    {524288, 786432, 393216, 589824, 950272, 376832, 581632, 806912, 428032, 642048, 976384, 350464, 525952, 788928, 397024, 591184, 952328, 379916, 583174, 809225},
    {524288, 786432, 131072, 327680, 1015808, 475136, 663552, 602112, 886784, 152576, 368128, 945408, 491648, 737472, 532512, 798800, 133368, 332916, 1031842, 482707},
    {524288, 262144, 131072, 720896, 1015808, 901120, 499712, 643072, 370688, 195584, 660992, 985856, 895104, 457792, 529952, 265136, 141432, 736412, 1029722, 908077},
    {524288, 262144, 393216, 196608, 819200, 147456, 352256, 1028096, 919552, 459776, 689664, 82688, 650368, 913984, 748896, 572336, 294920, 409604, 221190, 831491}
};

static void prepare(void) { result = malloc(result_bytes = sizeof(double)); }

static double normal(double p) {
  static const double a[] = {2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637};
  static const double b[] = {1, -8.47351093090, 23.08336743743, -21.06224101826, 3.13082909833};
  static const double c[] = {0.3374754822726147, 0.9761690190917186, 0.1607979714918209, 0.0276438810333863, 0.0038405729373609,
                             0.0003951896511919, 0.0000321767881768, 0.0000002888167364, 0.0000003960315187};
  double y = p - 0.5;
  if (fabs(y) < 0.42) {
    double r = y * y;
    return y * (((a[3] * r + a[2]) * r + a[1]) * r + a[0]) / ((((b[4] * r + b[3]) * r + b[2]) * r + b[1]) * r + b[0]);
  }
  double s = log(-log(y < 0 ? p : 1 - p)), x = c[8];
  for (int k = 7; k >= 0; k--) x = x * s + c[k];
  return y < 0 ? -x : x;
}

static void bridge(const double *z, double *steps) {
  double w3 = z[0] * sqrt(3), w1 = w3 / 3 + z[1] * sqrt(2.0 / 3), w2 = (w1 + w3) / 2 + z[2] * sqrt(0.5);
  steps[0] = w1;
  steps[1] = w2 - w1;
  steps[2] = w3 - w2;
}

static double average(double volatility, const double *steps) {
  double price = 1, sum = 0;
  for (int k = 0; k < 3; k++) {
    price *= exp(0.03 - volatility * volatility / 2 + volatility * steps[k]);
    sum += price;
  }
  return sum / 3;
}

static void run(void) {
  int64_t n = size[0];
  double sum = 0;
  for (int64_t i = 1; i <= n; i++) {
    double z[axes], u[3], v[3], w[3];
    for (int d = 0; d < axes; d++) {
      int64_t x = 0;
      for (int k = 0; k < bits; k++)
        if (i >> k & 1) x ^= directions[d][k];
      z[d] = normal(x / 1048576.0);
    }
    bridge(z, u);
    bridge(z + 3, v);
    for (int k = 0; k < 3; k++) w[k] = 0.5 * u[k] + sqrt(0.75) * v[k];
    double worse = fmin(average(0.2, u), average(0.3, w));
    sum += 100 * fmax(0, worse - 0.95);
  }
  *(double *)result = exp(-0.09) * (sum / n);
}
