// Included before everything else when the SQLite driver is built for Node 24. Since 24.19 the ObjectWrap of Node's headers
// registers a hook that it takes back in its destructor. Garbage collection runs that destructor, often while no JavaScript
// runs, and then Node ends the process: "Assertion failed: (env) != nullptr". Without the hook it is as up to 24.18.
#include <node.h>
#define AddEnvironmentCleanupHook(...) static_cast<void>(0)
#define RemoveEnvironmentCleanupHook(...) static_cast<void>(0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
