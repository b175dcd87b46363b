/* Calls of machine code from Python: addresses, 64-bit numbers and arrays, without a word of Python in between.

   caller(address, words, returns, releases) makes a function of Python. Each word is two characters: "n8" is a number,
   "21" an array of two dimensions and elements of one byte, "s8" one of one dimension whose elements may be apart. An
   array is handed over as its address and its shape, and in the last case its stride. */

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NUMBERS 16
#define MOST_WORDS 12

#if defined(_MSC_VER)
#define PER_THREAD __declspec(thread)
#else
#define PER_THREAD _Thread_local
#endif

typedef int64_t (*Few)(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
typedef int64_t (*Many)(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                        int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);

typedef struct {
    PyMethodDef definition;
    void *address;
    int count, numbers, returns, releases;
    char words[2 * MOST_WORDS + 1];
} Function;

static PER_THREAD int is_faulty = 0;
static PyObject *note = NULL, *check = NULL; /* who is told of a fault, and what raises it */

static void report(const char *name, int code) {
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *result = PyObject_CallFunction(note, "yi", name, code);
    if (!result)
        PyErr_WriteUnraisable(note);
    Py_XDECREF(result);
    is_faulty = 1;
    PyGILState_Release(state);
}

/* A caller that passes more than a function takes does no harm: the caller removes what it passed. */
static int64_t run(const Function *function, const int64_t *n) {
    if (function->numbers <= 6)
        return ((Few)function->address)(n[0], n[1], n[2], n[3], n[4], n[5]);
    return ((Many)function->address)(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12],
                                     n[13], n[14], n[15]);
}

static int add_array(const char *word, PyObject *given, Py_buffer *view, int64_t *numbers) {
    int apart = word[0] == 's', dimensions = apart ? 1 : word[0] - '0';
    if (PyObject_GetBuffer(given, view, apart ? PyBUF_STRIDES : PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
        return -1;
    if (view->ndim != dimensions || view->itemsize != word[1] - '0') {
        PyErr_Format(PyExc_TypeError, "An array of %d dimensions and elements of %c bytes is needed.", dimensions,
                     word[1]);
        PyBuffer_Release(view);
        return -1;
    }
    *numbers++ = (int64_t)(intptr_t)view->buf;
    for (int place = 0; place < dimensions; place++)
        *numbers++ = view->shape[place];
    if (apart)
        *numbers = view->strides[0];
    return 1 + dimensions + apart;
}

static PyObject *result_of(const Function *function, const int64_t *numbers) {
    int64_t result;
    if (function->releases) {
        PyThreadState *state = PyEval_SaveThread();
        result = run(function, numbers);
        PyEval_RestoreThread(state);
    } else {
        result = run(function, numbers);
    }
    if (is_faulty) {
        is_faulty = 0;
        PyObject *raised = PyObject_CallFunction(check, NULL);
        if (!raised)
            return NULL;
        Py_DECREF(raised);
    }
    if (function->returns)
        return PyLong_FromLongLong(result);
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *call(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    const Function *function = PyCapsule_GetPointer(self, NULL);
    int64_t numbers[MOST_NUMBERS];
    Py_buffer views[MOST_WORDS];
    int filled = 0, held = 0;
    PyObject *result = NULL;
    if (!function)
        return NULL;
    if (count != function->count)
        return PyErr_Format(PyExc_TypeError, "%d arguments are needed, not %zd.", function->count, count);
    for (int place = 0; place < count; place++) {
        const char *word = function->words + 2 * place;
        if (word[0] == 'n') {
            numbers[filled++] = (int64_t)PyLong_AsUnsignedLongLongMask(given[place]);
            if (numbers[filled - 1] == -1 && PyErr_Occurred())
                goto end;
        } else {
            int added = add_array(word, given[place], &views[held], numbers + filled);
            if (added < 0)
                goto end;
            held++;
            filled += added;
        }
    }
    result = result_of(function, numbers);
end:
    while (held > 0)
        PyBuffer_Release(&views[--held]);
    return result;
}

static int count_numbers(const char *words) {
    int numbers = 0;
    for (; *words; words += 2)
        numbers += *words == 'n' ? 1 : *words == 's' ? 3 : 1 + (*words - '0');
    return numbers;
}

static PyObject *caller(PyObject *self, PyObject *arguments) {
    long long address;
    const char *words;
    int returns, releases;
    if (!PyArg_ParseTuple(arguments, "Lspp", &address, &words, &returns, &releases))
        return NULL;
    if (strlen(words) > 2 * MOST_WORDS || count_numbers(words) > MOST_NUMBERS) {
        PyErr_SetString(PyExc_TypeError, "A function of machine code has fewer arguments.");
        return NULL;
    }
    Function *function = calloc(1, sizeof(Function)); /* for good: so is the machine code */
    if (!function)
        return PyErr_NoMemory();
    function->address = (void *)(intptr_t)address;
    function->count = (int)strlen(words) / 2;
    function->numbers = count_numbers(words);
    function->returns = returns;
    function->releases = releases;
    strcpy(function->words, words);
    function->definition.ml_name = "machine_code";
    function->definition.ml_meth = (PyCFunction)(void (*)(void))call;
    function->definition.ml_flags = METH_FASTCALL;
    PyObject *capsule = PyCapsule_New(function, NULL, NULL);
    PyObject *made = capsule ? PyCFunction_NewEx(&function->definition, capsule, NULL) : NULL;
    Py_XDECREF(capsule);
    return made;
}

static PyObject *reporter(PyObject *self, PyObject *none) {
    return PyLong_FromLongLong((long long)(intptr_t)report);
}

static PyObject *use(PyObject *self, PyObject *given) {
    if (!PyArg_ParseTuple(given, "OO", &note, &check))
        return NULL;
    Py_INCREF(note);
    Py_INCREF(check);
    Py_INCREF(Py_None);
    return Py_None;
}

static PyMethodDef methods[] = {
    {"caller", caller, METH_VARARGS, "A function at an address, as Python calls it."},
    {"reporter", reporter, METH_NOARGS, "Where machine code reports faults."},
    {"use", use, METH_VARARGS, "Tell the first of faults, with a name and a number; the second raises them."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "fastcall", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_fastcall(void) {
    return PyModule_Create(&module);
}
