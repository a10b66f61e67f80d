/* For libc.cmake: where a long double is a double, its functions are those of double. What other parts of the C library
   would call with a long double of 128 bits keeps a name of its own. */
#include <math.h>
#include <stdlib.h>

#define copysignl copysign
#define fabsl fabs
#define fmodl fmod
#define scalbnl scalbn
#define __floatscan floatscan_as_double
#define strtold strtold_as_double
