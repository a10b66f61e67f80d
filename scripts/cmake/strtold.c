/* For libc.cmake: streams, which only the tests use, refer to strtold. Nothing calls it. */
#include <stdlib.h>

long double strtold(const char *text, char **end) { return strtod(text, end); }
