"""The memory that arrays in skill come from, in LLVM's words: counted by their users, given back with the last one.

Numba's own functions for it are part of Python. A block begins with the count; the array starts at the next multiple
of 32 that leaves room for it.
"""

MEMORY = """
declare i8* @malloc(i64)
declare void @free(i8*)
define noalias i8* @NRT_Allocate(i64 %size) {
  %it = call i8* @malloc(i64 %size)
  ret i8* %it
}
define void @NRT_Free(i8* %it) {
  call void @free(i8* %it)
  ret void
}
define void @NRT_incref(i8* %it) {
  %none = icmp eq i8* %it, null
  br i1 %none, label %end, label %some
some:
  %count = bitcast i8* %it to i64*
  %old = load i64, i64* %count
  %new = add i64 %old, 1
  store i64 %new, i64* %count
  br label %end
end:
  ret void
}
define void @NRT_decref(i8* %it) {
  %none = icmp eq i8* %it, null
  br i1 %none, label %end, label %some
some:
  %count = bitcast i8* %it to i64*
  %old = load i64, i64* %count
  %new = sub i64 %old, 1
  store i64 %new, i64* %count
  %last = icmp eq i64 %new, 0
  br i1 %last, label %release, label %end
release:
  call void @free(i8* %it)
  br label %end
end:
  ret void
}
define noalias i8* @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %whole = add i64 %size, 64
  %it = call i8* @malloc(i64 %whole)
  %none = icmp eq i8* %it, null
  br i1 %none, label %end, label %some
some:
  %count = bitcast i8* %it to i64*
  store i64 1, i64* %count
  br label %end
end:
  ret i8* %it
}
define i8* @NRT_MemInfo_data_fast(i8* %it) {
  %address = ptrtoint i8* %it to i64
  %after = add i64 %address, 63
  %even = and i64 %after, -32
  %data = inttoptr i64 %even to i8*
  ret i8* %data
}
"""
